import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '@pid/contract';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Operations without a use case of the same name, and the reason. */
const exempt: Readonly<Record<string, string>> = {
  finishSignInByPost: 'finishSignIn, for providers that answer with a posted form',
  getExampleGame: 'returns the address that the development chain was set up with',
  walletWithdraw: 'deprecated path of withdraw',
  walletQuoteWithdrawal: 'deprecated path of quoteWithdrawal',
  walletRotate: 'deprecated path of rotateAuthority',
};

/** The development chain is a separate package with two operations. */
const sources = ['packages/server/src', 'packages/dev-chain/src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !/\.(?:test|routes|store)\.ts$/.test(file) &&
        !/(?:^|\/)(?:index\.ts$|testing\/|rpc\/)/.test(file),
    )
    .map((file) => path.join(folder, file)),
);

/** Returns the use cases that a file exports or that functions inside its exported `open…` function implement. */
function useCasesOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const exported = [...source.matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)];
  const opened = exported.some(([, name]) => name!.startsWith('open'))
    ? [...source.matchAll(/^ {2}(?:async )?function (\w+)/gm)]
    : [];
  return [...exported, ...opened].map(([, name]) => name!).filter((name) => name in operations);
}

const useCases = sources.flatMap((file) => {
  const names = useCasesOf(file);
  return names.map((name) => ({ name, file, isAlone: names.length === 1 }));
});
const named = Object.keys(operations).filter((name) => !(name in exempt));

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

test('every operation has one use case of its name', () => {
  const found = named.map((name) => ({
    name,
    files: useCases.filter((useCase) => useCase.name === name).map(({ file }) => file),
  }));
  expect(
    found
      .filter(({ files }) => files.length !== 1)
      .map(({ name, files }) => `${name}: ${files.join(', ') || 'no file exports it'}`),
  ).toEqual([]);
});

test('the file of a use case has its name, or holds several operations', () => {
  expect(
    useCases
      .filter(({ name, file, isAlone }) => isAlone && path.basename(file) !== `${kebab(name)}.ts`)
      .map(({ name, file }) => `${name}: ${file} must be ${kebab(name)}.ts`),
  ).toEqual([]);
});

test('every exempt operation exists and has no use case of its name', () => {
  expect(
    Object.keys(exempt).filter(
      (name) => !(name in operations) || useCases.some((useCase) => useCase.name === name),
    ),
  ).toEqual([]);
});

test('every route calls the use case of its operation', () => {
  const routes = ['packages/server/src', 'packages/dev-chain/src']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.routes\.ts$|(?:^|\/)open-[\w-]+\.ts$/.test(file))
        .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
    )
    .filter((source) => source.includes('operations.'));
  expect(
    named.filter(
      (name) =>
        !routes.some(
          (source) =>
            source.includes(`operations.${name},`) &&
            new RegExp(`(?<!operations\\.)\\b${name}\\b`).test(source),
        ),
    ),
  ).toEqual([]);
});
