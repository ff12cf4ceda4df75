import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { bundleAlone, codeOf, offlineDocument, textOf } from './offline-document.ts';
import type { BundleOptions } from './offline-document.ts';

const BOOT = 'src/shell/boot/apply-theme.ts';
const EXIT = 'exit.html';

/**
 * Inlines the styles and the script that must run before the first paint into the documents, so that a phone
 * on a slow connection paints with the first response. The server allows them by their hashes. The exit page
 * shares no script with the other pages; it is also emitted as one offline file.
 */
export function emitDocuments(options: BundleOptions): Plugin {
  let root = '';
  let building = false;
  return {
    name: 'pid:emit-documents',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const boot = codeOf(await bundleAlone(root, BOOT, options));
        const offline = offlineDocument(await bundleAlone(root, EXIT, options), boot);
        this.emitFile({ type: 'asset', fileName: 'exit-offline.html', source: offline });
        const exit = await bundleAlone(root, EXIT, { ...options, split: true });
        const styles = textOf(exit, '.css');
        inlineIntoShell(bundle, boot, styles);
        const html = withInside(textOf(exit, '.html'), boot, styles);
        this.emitFile({ type: 'asset', fileName: EXIT, source: html });
        for (const file of exit) {
          const source = file.type === 'chunk' ? file.code : file.source;
          if (!bundle[file.fileName] && !/\.(?:html|css)$/u.test(file.fileName))
            this.emitFile({ type: 'asset', fileName: file.fileName, source });
        }
      },
    },
    transformIndexHtml(html) {
      if (building) return html;
      const added = `<script src="/${BOOT}"></script><link rel="stylesheet" href="/src/kit/styles/app.css" />`;
      return html.replace('<title>', `${added}\n    <title>`);
    },
  };
}

/** An icon of 400 bytes is not worth a request. */
const ICON = /<link\s+rel="icon"[^>]*>/u;
const icon = readFileSync(new URL('../src/kit/assets/icon.svg', import.meta.url)).toString('base64');
const STYLESHEET = /\s*<link\s+rel="stylesheet"[^>]*>/u;

function withInside(html: string, boot: string, styles: string): string {
  return html
    .replace(STYLESHEET, '')
    .replace(ICON, () => `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}" />`)
    .replace('<title>', () => `<script>${boot}</script>\n    <title>`)
    .replace('</head>', () => `<style>${styles}</style>\n  </head>`);
}

/**
 * All pages share this stylesheet. The bundler must not know about it: it would load it again with lazily
 * loaded modules.
 */
function inlineIntoShell(bundle: Rolldown.OutputBundle, boot: string, styles: string): void {
  const shell = bundle['index.html'];
  if (shell?.type !== 'asset') throw new Error('Expected one shell');
  shell.source = withInside(String(shell.source), boot, styles);
}
