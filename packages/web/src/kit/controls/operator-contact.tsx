import { PAGE_PATHS } from '../navigation/page-paths.ts';

/**
 * Links to the operator's contact, which the server writes into the document: a mail address or a page. Without a
 * contact, links to the help page.
 */
export function OperatorContact({ fallback }: { fallback: string }) {
  const contact = document.documentElement.dataset['contact'] ?? '';
  const address = contact.startsWith('https://') ? contact : `mailto:${contact}`;
  return (
    <a
      class="text-link inline-flex min-h-11 items-center break-all"
      href={contact === '' ? PAGE_PATHS.help : address}
    >
      {contact === '' ? fallback : contact}
    </a>
  );
}
