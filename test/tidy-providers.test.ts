import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { remoteProviderIds } from '../packages/server/src/checkout/providers/index.ts';

const packages = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'packages');

/** Files outside checkout/providers that name a payment provider, and the reason. */
const exempt: Readonly<Record<string, string>> = {
  'contract/src/operations/checkout.ts': 'the API documentation lists the providers',
  'contract/src/operations/money-admin.ts': 'the API documentation lists the providers',
  'contract/src/operations/settlements.ts': 'the API documentation lists the providers',
};

const sources = readdirSync(packages)
  .flatMap((name) => filesBelow(path.join(name, 'src')))
  .filter(
    (file) =>
      /\.(?:tsx?|sql)$/.test(file) &&
      !/\.test\.tsx?$|\/testing\/|\/migrations\//.test(file) &&
      !file.startsWith('server/src/checkout/providers/'),
  );

function filesBelow(folder: string): string[] {
  if (!existsSync(path.join(packages, folder))) return [];
  return readdirSync(path.join(packages, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file),
  );
}

function codeOf(file: string): string {
  return readFileSync(path.join(packages, file), 'utf8').replaceAll(
    /(?:^|\s)(?:\/\/|--).*$|^\s*\/?\*.*$/gm,
    '',
  );
}

test('only checkout/providers names a payment provider', () => {
  // `sandbox` is also a mode of the service.
  const named = new RegExp(remoteProviderIds.join('|'), 'i');
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => named.test(codeOf(file)))).toEqual(Object.keys(exempt));
});
