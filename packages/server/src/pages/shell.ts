import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language } from '@pid/contract/languages';
import { pagePolicy } from './page-policy.ts';
import type { PageRoute } from './read-routes.ts';

/** Whether players are asked for their age. `linked`: no longer, but there are families. */
export type ShownAges = 'on' | 'linked' | 'off';

export interface Shell {
  /** Renders the document of a page with preloads for its scripts and calls, and its first responses. */
  render(
    page: PageRoute | undefined,
    language: Language,
    answers: Readonly<Record<string, unknown>>,
    calls?: readonly string[],
  ): string;
  readonly policy: string;
}

export async function openShell(
  folder: string,
  { hasChain, ages, contact }: { hasChain: boolean; ages: ShownAges; contact: string },
): Promise<Shell> {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8');
  const facts = `${hasChain ? '' : 'data-chain="off" '}${ages === 'off' ? '' : `data-ages="${ages}" `}${contact === '' ? '' : `data-contact="${inAttribute(contact)}" `}`;
  const html = built.replace('<html ', () => `<html ${facts}`);
  const mark = '</head>';
  const [head, body] = [html.slice(0, html.indexOf(mark)), html.slice(html.indexOf(mark))];
  return {
    policy: policyFor(html),
    render(page, language, answers, calls = []) {
      const scripts = page?.scripts[language] ?? [];
      const preloads = scripts
        .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
        .join('');
      // Scripts come first: they are larger, and a browser opens six connections without HTTP/2.
      const fetched = calls
        .map((call) => `<link rel="preload" as="fetch" crossorigin href="${inAttribute(call)}">`)
        .join('');
      const known = Object.keys(answers).length > 0;
      const data = known
        ? `<script type="application/json" id="first-answers">${inScript(answers)}</script>`
        : '';
      // Preloads come first in the head, because the page waits for these scripts.
      return `${head.replace(`lang="${defaultLanguage}"`, `lang="${language}"`).replace('<title>', `${preloads}<title>`)}${fetched}${data}${body}`;
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
