import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from '../support/deploy-files.ts';

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string; readonly component: { readonly name: string } };
  readonly components: readonly { readonly 'bom-ref': string; readonly name: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const bill = () =>
  execFileSync(process.execPath, [path.join(root, 'scripts/sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, SOURCE_DATE_EPOCH: '1798000000' },
  });

test('the bill of materials lists every production dependency and no other, the same each time', () => {
  const text = bill();
  const { metadata, components, dependencies } = JSON.parse(text) as Bill;
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { name?: string; dev?: boolean; link?: boolean; version: string }>;
  };
  const installed = (isDev: boolean) =>
    Object.entries(packages)
      .filter(([name, { dev, link }]) => name.includes('node_modules/') && !link && (dev === true) === isDev)
      .map(([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`);
  const listed = new Set(components.map((component) => component['bom-ref']));
  const [production, development] = [new Set(installed(false)), installed(true)];
  expect([...production].filter((reference) => !listed.has(reference))).toEqual([]);
  expect(development.filter((each) => listed.has(each) && !production.has(each))).toEqual([]);
  // The root needs these for tests, the server in production.
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg']));
  expect(components.map(({ name }) => name)).not.toContain('@pid/dev-chain');
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((each) => !listed.has(each))).toEqual([]);
  expect(metadata).toMatchObject({ timestamp: '2026-12-23T04:26:40.000Z', component: { name: 'pid' } });
  expect(bill()).toBe(text);
});
