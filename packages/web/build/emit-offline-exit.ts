import { createHash } from 'node:crypto';
import { build } from 'vite';
import type { Plugin, PluginOption, Rolldown } from 'vite';

const PAGE = 'exit.html';
const OFFLINE = 'exit-offline.html';
const BOOT = 'src/shell/boot/apply-theme.ts';

interface OfflineOptions {
  readonly target: string[];
  readonly plugins: () => PluginOption[];
}

type Output = Rolldown.RolldownOutput['output'];

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The way out as one file: scripts, styles, font and icon inside it, and a policy that allows just these. */
export function emitOfflineExit(options: OfflineOptions): Plugin {
  let root = '';
  return {
    name: 'pid:emit-offline-exit',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // After the boot script was put into the pages: this one has it inside.
      order: 'post',
      async handler() {
        const page = await bundle(root, PAGE, options);
        const boot = await bundle(root, BOOT, options);
        this.emitFile({ type: 'asset', fileName: OFFLINE, source: inline(page, codeOf(boot)) });
      },
    },
  };
}

async function bundle(root: string, input: string, { target, plugins }: OfflineOptions): Promise<Output> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: plugins(),
    build: {
      write: false,
      target,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input, output: { codeSplitting: false } },
    },
  });
  if (!('output' in built)) throw new Error(`Expected one output of ${input}`);
  return built.output;
}

function codeOf(output: Output): string {
  const chunks = output.filter((file) => file.type === 'chunk');
  const [chunk] = chunks;
  if (!chunk || chunks.length > 1) throw new Error('The offline page must be one script');
  // The parser of HTML knows no strings of JavaScript.
  return chunk.code.trim().replaceAll('</script', String.raw`<\/script`);
}

function textOf(output: Output, extension: string): string {
  const file = output.find((entry) => entry.type === 'asset' && entry.fileName.endsWith(extension));
  if (file?.type !== 'asset') throw new Error(`The offline page has no ${extension}`);
  return String(file.source).trim();
}

const TYPES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', woff2: 'font/woff2' };

/** Fonts and pictures in the place of their addresses. */
function withFilesInside(text: string, output: Output): string {
  return output.reduce((filled, file) => {
    const type = TYPES[file.fileName.split('.').at(-1) ?? ''];
    if (file.type !== 'asset' || type === undefined) return filled;
    const data = `data:${type};base64,${Buffer.from(file.source).toString('base64')}`;
    return filled.replaceAll(`/${file.fileName}`, () => data);
  }, text);
}

function inline(output: Output, boot: string): string {
  const [script, styles] = [codeOf(output), withFilesInside(textOf(output, '.css'), output)];
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(boot)} ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    'img-src data:',
    'font-src data:',
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const html = withFilesInside(textOf(output, '.html'), output)
    .replaceAll(/\s*<link\s+rel="(?:stylesheet|preload)"[^>]*>/gu, '')
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/gu, '')
    .replace(
      '<meta charset="utf-8" />',
      () =>
        `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta name="pid-offline" content="" />`,
    )
    .replace(
      '</head>',
      () =>
        `<script>${boot}</script>\n<style>${styles}</style>\n<script type="module">${script}</script>\n</head>`,
    );
  if (/(?:src|href)="\/|url\(["']?\//u.test(html.replace(script, '')))
    throw new Error('The offline page asks for a file');
  return html;
}
