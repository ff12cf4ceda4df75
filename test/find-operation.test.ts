import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '@pid/contract';

// A search for the name of an operation finds its shape, its errors, its use case and its page. The README of
// its slice names the files with its SQL.

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const names = Object.keys(operations);

/** Operations that no page calls, by their callers. */
const withoutPage: Readonly<Record<string, readonly string[]>> = {
  'the browser follows a link or a redirect': ['startSignIn', 'finishSignIn', 'finishSignInByPost'],
  'servers and games': [
    'issueMachineToken',
    'createGuest',
    'listAppEvents',
    'createAllowance',
    'createPermission',
    'checkCall',
    'recordSpend',
    'validateSessionGrant',
    'getPlayTerms',
    'executeMove',
    'getSessionGrant',
    'getExampleGame',
    'getReadiness',
    'getOperation',
  ],
  'tests of games, in a sandbox': [
    'createSandboxPlayer',
    'loginSandboxPlayer',
    'confirmSandboxPayment',
    'declineSandboxPayment',
    'expireSandboxPayment',
    'paySandboxTopUp',
  ],
  'the security software of the operator': ['readSecurityLog'],
  'the payment provider': ['receivePaymentNotice', 'receiveSettlementNotice'],
  'older clients, by a deprecated path': ['walletWithdraw', 'walletQuoteWithdrawal', 'walletRotate'],
  'not implemented: withdrawals to a bank': ['withdrawToBank'],
};

/** Operations without a use case of their name, and the reason. */
const withoutUseCase: Readonly<Record<string, string>> = {
  finishSignInByPost: 'finishSignIn, by another method',
  getExampleGame: 'a constant of the routes',
  requestAirdrop: 'the development chain does it',
  walletWithdraw: 'withdraw, by an older path',
  walletQuoteWithdrawal: 'quoteWithdrawal, by an older path',
  walletRotate: 'rotateRecovery, by an older path',
};

function filesUnder(folder: string, accept: RegExp): Map<string, string> {
  const found = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => accept.test(file) && !/\.test\.tsx?$|node_modules/.test(file));
  return new Map(found.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

test('one file of the contract has the shape and the errors of an operation', () => {
  const contract = filesUnder('packages/contract/src/operations', /\.ts$/);
  const declarations = (name: string) =>
    [...contract].filter(([, source]) => new RegExp(`^ {2}(?:\\.\\.\\.)?${name}\\b`, 'm').test(source));
  expect(names.filter((name) => declarations(name).length !== 1)).toEqual([]);
});

test('a page names each operation that it calls', () => {
  const pages = [...filesUnder('packages/web/src', /\.tsx?$/)]
    .filter(([file]) => !/text\.\w+\.ts$/.test(file))
    .map(([, source]) => source);
  const exempt = Object.values(withoutPage).flat();
  expect({
    notFound: names.filter(
      (name) => !exempt.includes(name) && !pages.some((source) => source.includes(`'${name}'`)),
    ),
    // An operation with a page does not belong to the list, nor does a name without an operation.
    wronglyExempt: exempt.filter(
      (name) => !names.includes(name) || pages.some((source) => source.includes(`'${name}'`)),
    ),
  }).toEqual({ notFound: [], wronglyExempt: [] });
});

test('the README of the slice names every store that a use case of the slice reaches', () => {
  const server = filesUnder('packages/server/src', /\.ts$/);
  const readmes = filesUnder('packages/server/src', /README\.md$/);
  const sliceOf = (file: string) => file.split(path.sep).slice(0, 4).join(path.sep);

  function importsOf(file: string): string[] {
    return [...server.get(file)!.matchAll(/\bfrom '(\.[^']+)'/g)]
      .map(([, target]) => path.join(path.dirname(file), target!))
      .filter((target) => server.has(target) && sliceOf(target) === sliceOf(file));
  }

  function storesOf(start: string): Set<string> {
    const seen = new Set([start]);
    for (const file of seen) for (const target of importsOf(file)) seen.add(target);
    return new Set([...seen].filter((file) => file.endsWith('.store.ts')));
  }

  const useCases = names.flatMap((name) =>
    [...server]
      .filter(
        ([file, source]) =>
          !/\.(?:store|routes)\.ts$|src\/platform\//.test(file) &&
          new RegExp(`^(?:export (?:async )?| {2}(?:async )?)(?:function\\*?|const) ${name}\\b`, 'm').test(
            source,
          ),
      )
      .map(([file]) => ({ name, file })),
  );
  const found = new Set(useCases.map(({ name }) => name));
  expect(new Set(names.filter((name) => !found.has(name)))).toEqual(new Set(Object.keys(withoutUseCase)));
  expect(
    useCases.flatMap(({ name, file }) =>
      [...storesOf(file)]
        .filter((store) => {
          const slice = sliceOf(file);
          const readme = readmes.get(path.join(slice, 'README.md')) ?? '';
          return (
            !readme.includes(`\`${path.basename(store)}\``) && !readme.includes(`/${path.basename(store)}\``)
          );
        })
        .map((store) => `${name}: ${store}`),
    ),
  ).toEqual([]);
});
