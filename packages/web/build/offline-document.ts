import { createHash } from 'node:crypto';
import { build } from 'vite';
import type { PluginOption, Rolldown } from 'vite';

export interface BundleOptions {
  readonly target: string[];
  readonly plugins: () => PluginOption[];
}

export type Output = Rolldown.RolldownOutput['output'];

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Builds `input` separately, into one script unless `split` is set. */
export async function bundleAlone(
  root: string,
  input: string,
  { target, plugins, split = false }: BundleOptions & { readonly split?: boolean },
): Promise<Output> {
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
      rolldownOptions: { input, output: { codeSplitting: split } },
    },
  });
  if (!('output' in built)) throw new Error(`Expected one output of ${input}`);
  return built.output;
}

export function codeOf(output: Output): string {
  const chunks = output.filter((file) => file.type === 'chunk');
  const [chunk] = chunks;
  if (!chunk || chunks.length > 1) throw new Error('The offline page must be one script');
  // The HTML parser does not know JavaScript strings: `</script` inside one would end the element.
  return chunk.code.trim().replaceAll('</script', String.raw`<\/script`);
}

export function textOf(output: Output, extension: string): string {
  const file = output.find((entry) => entry.type === 'asset' && entry.fileName.endsWith(extension));
  if (file?.type !== 'asset') throw new Error(`The offline page has no ${extension}`);
  return String(file.source).trim();
}

const TYPES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', woff2: 'font/woff2' };

/** Replaces the addresses of fonts and images with data URLs. */
function withFilesInside(text: string, output: Output): string {
  return output.reduce((filled, file) => {
    const type = TYPES[file.fileName.split('.').at(-1) ?? ''];
    if (file.type !== 'asset' || type === undefined) return filled;
    const data = `data:${type};base64,${Buffer.from(file.source).toString('base64')}`;
    return filled.replaceAll(`/${file.fileName}`, () => data);
  }, text);
}

/**
 * Returns the exit page as one file with its scripts, styles, font and icon, and a CSP that allows only
 * these.
 */
export function offlineDocument(output: Output, boot: string): string {
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
    throw new Error('The offline page refers to another file');
  return html;
}
