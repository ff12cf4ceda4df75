import { api } from '../api/api.ts';
import { useCommon } from '../i18n/locale.ts';
import { PAGE_PATHS } from '../navigation/page-paths.ts';
import { Notice } from '../controls/notice.tsx';

/** The administrator's reason is in the player's activity list. */
export async function readReason(signal: AbortSignal): Promise<string | null> {
  const { items } = await api.call('listActivity', { limit: 100 }, { signal });
  const reason = items.find(({ action }) => action === 'identity.suspended')?.details['reason'];
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

/** Shows the reason, the functions that still work, and a contact. */
export function SuspensionNotice({
  title,
  body,
  reason,
}: {
  title: string;
  body: string;
  reason: string | null;
}) {
  const common = useCommon();
  return (
    <Notice tone="warn" title={title}>
      {reason !== null && <p class="font-semibold break-words">{common.because(reason)}</p>}
      <p>{body}</p>
      <p>
        <a class="text-link inline-flex min-h-11 items-center" href={PAGE_PATHS.help}>
          {common.getHelp}
        </a>
      </p>
    </Notice>
  );
}
