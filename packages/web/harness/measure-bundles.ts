// Prints the script each page needs on its first load and fails past the budget.
// Usage: npm run size -w @pid/web
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Rolldown } from 'vite';

const BUDGET_BYTES = 45_000;
const LOCALES = ['en', 'id'] as const;

type Chunk = Rolldown.OutputChunk;

function closure(start: readonly Chunk[], byFile: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const reached = new Set<Chunk>();
  const queue = [...start];
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (reached.has(chunk)) continue;
    reached.add(chunk);
    for (const file of chunk.imports) {
      const imported = byFile.get(file);
      if (imported) queue.push(imported);
    }
  }
  return reached;
}

const gzipBytes = (code: string | Uint8Array) => gzipSync(code, { level: 9 }).length;

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const built = await build({ root, logLevel: 'error', build: { write: false } });
  if (!('output' in built)) throw new Error('Expected one output of the build');
  const chunks = built.output.filter((file) => file.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const find = (suffix: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(suffix));
  const isExit = (chunk: Chunk) => chunk.facadeModuleId?.endsWith('/exit.html') === true;
  const exit = chunks.filter(isExit);
  const shell = chunks.filter((chunk) => chunk.isEntry && !isExit(chunk));
  const pages = chunks.flatMap((chunk) => {
    const place = /(\/src\/(?:features\/\w+\/pages|shell)\/[^/]+)\/page\.tsx$/u.exec(
      chunk.facadeModuleId ?? '',
    )?.[1];
    return place === undefined ? [] : [{ place, chunk }];
  });
  let over = 0;
  const measured = [
    ...pages.map(({ place, chunk }) => ({ place, start: [...shell, chunk] })),
    { place: '/src/exit', start: exit },
  ];
  for (const { place, start } of measured) {
    const sizes = LOCALES.map((locale) => {
      const texts = [find(`/i18n/common.${locale}.ts`), find(`${place}/text.${locale}.ts`)];
      const needed = closure([...start, ...texts.filter((text) => text !== undefined)], byFile);
      return [...needed].reduce((sum, { code }) => sum + gzipBytes(code), 0);
    });
    const worst = Math.max(...sizes);
    over += worst > BUDGET_BYTES ? 1 : 0;
    process.stdout.write(
      `${(place.split('/').at(-1) ?? '').padEnd(14)} ${(worst / 1_000).toFixed(1)} kB gzip\n`,
    );
  }
  for (const file of built.output) {
    if (file.type !== 'asset' || !/\.(?:css|html)$/u.test(file.fileName)) continue;
    process.stdout.write(
      `${file.fileName.padEnd(28)} ${(gzipBytes(file.source) / 1_000).toFixed(1)} kB gzip\n`,
    );
  }
  process.exitCode = over > 0 || pages.length === 0 ? 1 : 0;
}

await main();
