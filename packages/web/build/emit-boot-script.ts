import type { Plugin } from 'vite';

const SOURCE = 'src/shell/boot/apply-theme.ts';

/**
 * The theme must be known before the first paint and the CSP forbids inline script,
 * so the boot script is emitted as a hashed file of its own and loaded blocking.
 */
export function emitBootScript(): Plugin {
  let reference = '';
  let building = false;
  return {
    name: 'pid:emit-boot-script',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (building) reference = this.emitFile({ type: 'chunk', id: SOURCE, name: 'apply-theme' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const fileName = this.getFileName(reference);
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || chunk.imports.length > 0 || chunk.exports.length > 0) {
          this.error(`${SOURCE} must stay a classic script without imports or exports`);
        }
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          file.source = String(file.source).replace(
            '<title>',
            `<script src="/${fileName}"></script>\n    <title>`,
          );
        }
      },
    },
    transformIndexHtml(html) {
      return building ? html : html.replace('<title>', `<script src="/${SOURCE}"></script>\n    <title>`);
    },
  };
}
