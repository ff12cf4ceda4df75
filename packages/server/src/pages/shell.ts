import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language } from '@pid/contract/languages';
import { pagePolicy } from './page-policy.ts';
import type { PageRoute } from './read-routes.ts';

export interface Shell {
  /** Renders the document of a page with preloads for its scripts and its first responses. */
  render(page: PageRoute | undefined, language: Language, answers: Readonly<Record<string, unknown>>): string;
  readonly policy: string;
}

export async function openShell(
  folder: string,
  { hasChain, asksAge, contact }: { hasChain: boolean; asksAge: boolean; contact: string },
): Promise<Shell> {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8');
  const facts = `${hasChain ? '' : 'data-chain="off" '}${asksAge ? 'data-ages="on" ' : ''}${contact === '' ? '' : `data-contact="${inAttribute(contact)}" `}`;
  const html = built.replace('<html ', () => `<html ${facts}`);
  const mark = '</head>';
  const [head, body] = [html.slice(0, html.indexOf(mark)), html.slice(html.indexOf(mark))];
  return {
    policy: policyFor(html),
    render(page, language, answers) {
      const scripts = page?.scripts[language] ?? [];
      const preloads = scripts
        .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
        .join('');
      const known = Object.keys(answers).length > 0;
      const data = known
        ? `<script type="application/json" id="first-answers">${inScript(answers)}</script>`
        : '';
      // Preloads come first in the head, because the page waits for these scripts.
      return `${head.replace(`lang="${defaultLanguage}"`, `lang="${language}"`).replace('<title>', `${preloads}<title>`)}${data}${body}`;
    },
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const inAttribute = (text: string) => text.replaceAll(/[&"<>]/g, (character) => entities[character] ?? '');

/** Inside a script element, the HTML parser recognizes only the end tag and comments (HTML §13.2.5.4). */
function inScript(value: unknown): string {
  // mutant (pages/): .replaceAll('<', String.raw`\u003c`) => nothing
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** Allows the inline styles and scripts of a page by their hashes. Any other inline code stays forbidden. */
export function policyFor(html: string): string {
  const hashes = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return pagePolicy
    .replace("script-src 'self'", ["script-src 'self'", ...hashes('script')].join(' '))
    .replace("style-src 'self'", ["style-src 'self'", ...hashes('style')].join(' '));
}
