import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { brokenSettings } from '../../packages/server/test/every-command.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { repository } from '../examples/copy-out.ts';
import { readBlocks, type Block } from './read-guide.ts';

const service = await startTestService();
const documents = filesBelow('', '.md');

/** Lists the files of the repository whose names end with `ending`, without packages and built files. */
function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(path.join(repository, folder), { withFileTypes: true })
    .filter(({ name }) => !/^(?:\.|node_modules$|dist$|test-results$)/.test(name))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(name, ending);
      return name.endsWith(ending) ? [name] : [];
    });
}

interface FoundBlock extends Block {
  readonly document: string;
  /** The document and the name of the file, or the heading and the number of the block below it. */
  readonly id: string;
}

const blocks: FoundBlock[] = documents.flatMap((document) => {
  const below = new Map<string, number>();
  return readBlocks(document, service.baseUrl).blocks.map((block) => {
    const count = (below.get(block.heading) ?? 0) + 1;
    below.set(block.heading, count);
    const place = block.marks.get('file') ?? `${block.heading}${count > 1 ? ` ${count}` : ''}`;
    return { ...block, document, id: `${document}: ${place}` };
  });
});
const isScript = ({ language }: Block) => ['js', 'ts'].includes(language);
const markup = blocks.filter(({ language }) => language === 'html');
const sdk = 'packages/sdk/README.md';
const guides = 'packages/web/guides';

/** Names that the reader's own program provides, with their types. */
const ownNames: Record<string, Record<string, string>> = {
  [`${guides}/60-evm-permissions.md: 3. Request a permission`]: {
    button: 'HTMLButtonElement',
    clientId: 'string',
    baseUrl: 'string',
    account: 'string',
    verifier: 'string',
    token: 'string',
    sendToYourServer: '(permissionId: string) => Promise<void>',
    showError: '(error: unknown) => void',
  },
};

/** Scripts that another test of this repository runs from the document. */
const runBy: Record<string, string> = {
  [`${sdk}: vite.config.js`]: 'test/examples/install-sdk.release.test.ts',
  [`${guides}/10-sign-in-web.md: server.mjs`]: 'test/guides-code/guides.test.ts',
  [`${guides}/27-plain-http.md: sign-in.mjs`]: 'test/guides-code/plain-http.test.ts',
  [`${guides}/27-plain-http.md: events.mjs`]: 'test/guides-code/plain-http.test.ts',
  [`${guides}/27-plain-http.md: play.mjs`]: 'test/guides-code/plain-http.test.ts',
  [`${guides}/27-plain-http.md: permission.mjs`]: 'test/guides-code/plain-http.test.ts',
  [`${guides}/10-sign-in-web.md: pid-provider.mjs`]: 'test/guides-code/strangers.release.test.ts',
  [`${guides}/15-guests.md: guests.mjs`]: 'test/guides-code/guests.test.ts',
  [`${guides}/30-sign-in-console.md: console.mjs`]: 'test/guides-code/guides.test.ts',
  [`${guides}/35-payments.md: sell.mjs`]: 'test/guides-code/payments.test.ts',
  [`${guides}/35-payments.md: shop.mjs`]: 'test/guides-code/payments.test.ts',
  [`${guides}/35-payments.md: ask.mjs`]: 'test/guides-code/payments.test.ts',
  [`${guides}/36-payouts.md: books.mjs`]: 'test/guides-code/payouts.test.ts',
  [`${guides}/36-allowances.md: pass.mjs`]: 'test/guides-code/allowances.test.ts',
  [`${guides}/36-allowances.md: pass-shop.mjs`]: 'test/guides-code/allowances.test.ts',
  [`${guides}/40-wallet-challenges.md: challenge.mjs`]: 'test/guides-code/guides.test.ts',
  [`${guides}/50-game-sessions.md: game.mjs`]: 'test/guides-code/game-session.release.test.ts',
  [`${guides}/60-evm-permissions.md: 3. Request a permission`]:
    'test/guides-code/permissions-guide.release.test.ts',
  [`${guides}/85-testing-in-ci.md: purchase.test.mjs`]: 'test/guides-code/ci-guide.release.test.ts',
};

/** Scripts that are only compiled. */
const onlyCompiled: Record<string, string> = {
  'packages/embedded-postgres/README.md: Embedded PostgreSQL': 'start.test.ts makes the same calls',
};

/** Commands with curl, and the tests of the release tier that run them. */
const curlRunBy: Record<string, string> = {
  'docs/exit.md': 'curl.release.test.ts',
  [`${guides}/00-try.md`]: 'curl.release.test.ts',
  [`${guides}/20-sign-in-native.md`]: 'native.release.test.ts',
  [`${guides}/35-payments.md`]: 'payments.release.test.ts',
  [`${guides}/60-evm-permissions.md`]: 'curl.release.test.ts',
};

/** Not compiled: a line of the sources, which a test below finds there. */
const excerpt = 'CONTRIBUTING.md: Mutants';

/** Languages that this test does not check. */
const otherLanguages: Record<string, string> = {
  '': 'lists of commands and names',
  text: 'output and byte layouts; guides.test.ts compares the output of challenge.mjs',
  mermaid: 'drawings; tidy.test.ts compares the drawing of the slices with the imports',
  python: 'payments.release.test.ts runs it',
  sql: 'debian-postgres.release.test.ts runs it',
  csharp: 'no checker on npm; native-samples.release.test.ts and engines/unity.release.test.ts compile C#',
  cpp: 'engines/unreal.release.test.ts compiles it',
  gdscript: 'engines/godot.release.test.ts compiles it',
  toml: 'needs a Rust toolchain',
  yaml: 'ci-guide.release.test.ts runs its steps',
  rust: 'needs a Rust toolchain',
};

/** Inside the repository, so that imports find the packages. */
const folder = path.join(repository, 'node_modules/.cache', `blocks-${process.pid}`);
onFileEnd(() => rm(folder, { recursive: true, force: true }));

test('every block of code is compiled and run, or listed here with the reason', () => {
  const scripts = blocks.filter(isScript).map(({ id }) => id);
  const listed = [...Object.keys(runBy), ...Object.keys(onlyCompiled), excerpt];
  expect(scripts.toSorted()).toEqual(listed.toSorted());
  for (const [id, file] of Object.entries(runBy)) {
    const [document, name] = id.split(': ') as [string, string];
    const text = readFileSync(path.join(repository, file), 'utf8');
    for (const word of [path.basename(document), `'${name}'`])
      expect([id, text]).toEqual([id, expect.stringContaining(word)]);
  }
  const withCurl = blocks.filter(({ language, code }) => language === 'sh' && /\bcurl\b/.test(code));
  expect(withCurl.map(({ document }) => document)).toEqual(Object.keys(curlRunBy));
  for (const [document, file] of Object.entries(curlRunBy))
    expect(readFileSync(path.join(import.meta.dirname, file), 'utf8')).toContain(path.basename(document));
  const others = new Set(blocks.map(({ language }) => language));
  for (const language of ['js', 'ts', 'html', 'sh', 'json']) others.delete(language);
  expect([...others].toSorted()).toEqual(Object.keys(otherLanguages).toSorted());
});

test('scripts and pages compile with strict settings against the packages of this repository', async () => {
  const written: string[] = [];
  const write = async (name: string, code: string) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, code);
    written.push(name);
  };
  for (const block of blocks.filter((found) => isScript(found) && found.id !== excerpt)) {
    const place = block.document.replaceAll(/[^\w-]/g, '_');
    const names = ownNames[block.id];
    const file = block.marks.get('file');
    if (file !== undefined) await write(`${place}/${file}`, block.code);
    else {
      const declared = Object.entries(names ?? {}).map(([name, type]) => `declare const ${name}: ${type};`);
      await write(`${place}/${written.length}.mts`, `${declared.join('\n')}\n${block.code}`);
    }
  }
  for (const { code } of markup)
    for (const [, script = ''] of code.matchAll(/<script type="module">(.*?)<\/script>/gs))
      await write(`markup/${written.length}.mts`, script);
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitReturns: true,
    allowImportingTsExtensions: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
  };
  await write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*'] }));
  const { stdout } = spawnSync(
    process.execPath,
    [path.join(repository, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    { encoding: 'utf8', cwd: folder },
  );
  expect(stdout).toBe('');
  expect(written.length).toBeGreaterThan(12);
});

test('the example of a mark is a line of the sources', () => {
  const { code } = blocks.find(({ id }) => id === excerpt)!;
  const sources = filesBelow('packages/server/src/ledger', '.ts');
  const text = sources.map((name) => readFileSync(path.join(repository, name), 'utf8')).join('\n');
  for (const line of code.trim().split('\n')) expect(text).toContain(line);
});

test('JSON blocks are JSON', () => {
  const found = blocks.filter(({ language }) => language === 'json');
  expect(found.length).toBeGreaterThan(0);
  for (const { code } of found) expect(() => JSON.parse(code) as unknown).not.toThrow();
});

test('files of the service that commands and pages name exist', async () => {
  const shown = [...markup, ...blocks.filter(({ language }) => language === 'sh')];
  const addresses = new Set(
    shown.flatMap(({ code }) => code.match(/http:\/\/localhost:\d+\/(?:sdk|samples|exit)\/[\w./-]+/g) ?? []),
  );
  expect(addresses.size).toBeGreaterThan(4);
  for (const address of addresses) {
    const { status } = await fetch(new URL(new URL(address).pathname, service.baseUrl));
    expect([address, status]).toEqual([address, 200]);
  }
});

/** The commands of the shell blocks, without comments. */
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ id, code }) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => line.replace(/(?:^|\s)#.*$/, '').split(' && '))
      .map((line) => ({ id, command: line.trim() }))
      .filter(({ command }) => command !== ''),
  );

test('shell blocks have the syntax of a shell', () => {
  for (const { id, code, language } of blocks) {
    if (language !== 'sh') continue;
    const { status, stderr } = spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' });
    expect([id, status, stderr]).toEqual([id, 0, '']);
  }
});

test('scripts of npm and commands of pid in shell blocks exist, with their options', async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  let checked = 0;
  for (const { id, command } of commands) {
    const script = /(?:^|\s)npm (?:run )?(?!ci|init|pkg|install|pack)([\w:]+)/.exec(command)?.[1];
    if (script === undefined) continue;
    expect([id, command, Object.keys(scripts)]).toEqual([id, command, expect.arrayContaining([script])]);
    const words = /npm run pid -- (.+)$/.exec(command)?.[1]?.split(/\s+/) ?? [];
    if (words.length === 0) continue;
    const name = words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2);
    const { code, text } = await runPid([...name, '--help'], brokenSettings);
    expect([command, code]).toEqual([command, 0]);
    expect(text).toContain(`Usage: pid ${name.join(' ')}`);
    for (const option of words.filter((word) => word.startsWith('--')))
      expect([command, text]).toEqual([command, expect.stringContaining(option)]);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(5);
});

test('files of the repository that commands name exist', () => {
  const files = commands
    .filter(({ id }) => !id.startsWith(guides))
    .flatMap(({ command }) => command.match(/\b(?:packages|test|deploy|scripts)\/[\w./-]+(?![\w*])/g) ?? [])
    .filter((name) => !/NAME|PATH|\/dist\b/.test(name));
  expect(files.length).toBeGreaterThan(2);
  for (const name of files)
    expect([
      name,
      [name, `${name}.release.test.ts`].some((file) => existsSync(path.join(repository, file))),
    ]).toEqual([name, true]);
});
