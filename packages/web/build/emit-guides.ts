import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Token } from 'marked';
import type { Plugin } from 'vite';
import { bundleAlone, codeOf } from './offline-document.ts';
import type { BundleOptions } from './offline-document.ts';

/** Single-file samples for readers who have only the address of a service and none of our packages. */
const samples = fileURLToPath(new URL('../../../examples/devices', import.meta.url));
/** What an app needs to use the contract of EVM permissions. */
const contract = fileURLToPath(new URL('../../server/src/evm-permissions/contract', import.meta.url));
const folder = fileURLToPath(new URL('../guides', import.meta.url));

export interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  /** The Markdown source, which programs read. */
  readonly source: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
}

/** Reads the guides in the order of their number prefix. The slug does not contain the number. */
export function readGuides(): Guide[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => renderGuide(slugOf(name), readFileSync(path.join(folder, name), 'utf8')));
}

const slugOf = (name: string) => name.replace(/^\d+-/u, '').replace(/\.md$/u, '');

function renderGuide(slug: string, source: string): Guide {
  const headings: { id: string; title: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/gu, '-')
          .replaceAll(/^-|-$/gu, '');
        if (depth === 2) headings.push({ id, title: text.replaceAll('`', '') });
        const words = this.parser.parseInline(tokens);
        const linked = depth === 1 ? words : `<a href="#${id}">${words}</a>`;
        return `<h${depth} id="${id}">${linked}</h${depth}>\n`;
      },
    },
  });
  const html = groupTabs(marked.lexer(source))
    .map((part) =>
      'tabs' in part
        ? `<div class="docs-samples">${part.tabs.map((tab) => `<div data-language="${tab.key}" data-label="${tab.label}">${marked.parser([tab.token])}</div>`).join('')}</div>\n`
        : marked.parser(part.tokens),
    )
    .join('');
  const [, title = slug] = /^# (.+)$/mu.exec(source) ?? [];
  // The first paragraph, whose lines are wrapped.
  const [, summary = ''] = /^# .+\n+([^\n#`|].+(?:\n.+)*)$/mu.exec(source) ?? [];
  return { slug, title, summary: summary.replaceAll('\n', ' '), html, source, headings };
}

interface Tab {
  readonly key: string;
  readonly label: string;
  readonly token: Token;
}
type Part = { tabs: Tab[] } | { tokens: Token[] };

/** Groups adjacent code blocks marked `tab=curl`, `tab=Python` … into one sample in several languages. */
function groupTabs(tokens: readonly Token[]): Part[] {
  const parts: Part[] = [];
  for (const token of tokens) {
    const last = parts.at(-1);
    const label = token.type === 'code' ? /\btab=(\S+)/u.exec(String(token['lang'] ?? ''))?.[1] : undefined;
    if (label !== undefined) {
      const tab = { key: label === 'C#' ? 'csharp' : label.toLowerCase(), label, token };
      if (last && 'tabs' in last) last.tabs.push(tab);
      else parts.push({ tabs: [tab] });
    } else if (token.type === 'space' && last && 'tabs' in last) continue;
    else if (last && 'tokens' in last) last.tokens.push(token);
    else parts.push({ tokens: [token] });
  }
  return parts;
}

const FRAME = 'docs.html';
const BOOT = 'src/shell/boot/apply-theme.ts';

/** Emits the guides as HTML, the sample files and the page frame. */
export function emitGuides(options: BundleOptions): Plugin {
  let root = '';
  return {
    name: 'pid:emit-guides',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      for (const name of readdirSync(folder)) this.addWatchFile(path.join(folder, name));
    },
    async generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'guides.json', source: JSON.stringify(readGuides()) });
      const files = [
        ...readdirSync(samples)
          .filter((name) => !name.endsWith('.md'))
          .map((name) => path.join(samples, name)),
        path.join(contract, 'PermissionVerifier.sol'),
        path.join(contract, 'permission-verifier.json'),
      ];
      for (const file of files)
        this.emitFile({
          type: 'asset',
          fileName: `samples/${path.basename(file)}`,
          source: readFileSync(file),
        });
      const boot = codeOf(await bundleAlone(root, BOOT, options));
      const theme = this.emitFile({ type: 'asset', name: 'docs-theme.js', source: boot });
      for (const file of await bundleAlone(root, FRAME, options)) {
        if (bundle[file.fileName]) continue;
        const source = file.type === 'chunk' ? file.code : file.source;
        const isFrame = file.fileName === FRAME;
        // The theme must be set before the first paint.
        const script = `<script src="/${this.getFileName(theme)}"></script>\n    <title>`;
        const written = isFrame ? String(source).replace('<title>', script) : source;
        this.emitFile({ type: 'asset', fileName: file.fileName, source: written });
      }
    },
  };
}
