import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  MAX_NETWORK_FEE_LAMPORTS,
  MAX_PROTOCOL_FEE_BPS,
  PROGRAM_ERRORS,
  findProgramDataAddress,
} from '@pid/protocol';
import { ALLOWED_SYSCALLS } from '../build/compile-program.ts';
import { GAME_ERRORS, programPath, readManifest, readProgram } from '../src/index.ts';
import { hashSources, sha256Hex } from '../src/manifest.ts';
import { createWorld } from './support/world.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const manifest = readManifest();

it('the committed programs were built from these sources', () => {
  expect(manifest.sourceHash, 'sources changed: run npm run program:build').toBe(
    hashSources(packageDirectory),
  );
});

const programs = (['wallet', 'game', 'forwarder'] as const).flatMap((name) =>
  (['v0', 'v3'] as const).map((version) => ({ name, version })),
);

it.each(programs)('$name for sBPF $version matches the manifest', ({ name, version }) => {
  const program = readProgram(name, version);
  const described = manifest.programs[name][version];
  expect(sha256Hex(program)).toBe(described.sha256);
  expect(program).toHaveLength(described.bytes);
  expect(programPath(name, version).endsWith(described.file)).toBe(true);
  const allowed: readonly string[] = ALLOWED_SYSCALLS;
  expect(described.syscalls.filter((syscall) => !allowed.includes(syscall))).toEqual([]);
});

it('the address search of @pid/protocol matches the manifest', () => {
  const source = readFileSync(`${packageDirectory}/../protocol/src/address-module.ts`, 'utf8');
  const module = Buffer.from(/'([A-Za-z0-9+/=]+)'/.exec(source)?.[1] ?? '', 'base64');
  expect({ sha256: sha256Hex(module), bytes: module.length }).toEqual(manifest.addressModule);
  expect(WebAssembly.Module.imports(new WebAssembly.Module(module))).toEqual([]);
});

it('the wallet program fits in 48 KiB', () => {
  expect(manifest.programs.wallet.v0.bytes).toBeLessThanOrEqual(49_152);
});

function screamingCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
}

function rustConstants(file: string): [number, string][] {
  const source = readFileSync(`${packageDirectory}/rust/${file}`, 'utf8');
  return [...source.matchAll(/pub const (\w+): Failure = custom\((\d+)\);/g)].map((match) => [
    Number(match[2]),
    match[1] ?? '',
  ]);
}

it('error codes have the same names in Rust and in TypeScript', () => {
  const wallet = Object.entries(PROGRAM_ERRORS).map(([code, [name]]) => [Number(code), screamingCase(name)]);
  expect(rustConstants('wallet/errors.rs')).toEqual(wallet);
  const game = Object.entries(GAME_ERRORS).map(([code, name]) => [Number(code), screamingCase(name)]);
  expect(rustConstants('game/lib.rs')).toEqual(game);
});

it('limits are the same in Rust and in TypeScript', () => {
  const fees = readFileSync(`${packageDirectory}/rust/wallet/fees.rs`, 'utf8').replaceAll('_', '');
  expect(fees).toContain(`MAXBPS: u16 = ${MAX_PROTOCOL_FEE_BPS};`);
  expect(fees).toContain(`MAXNETWORKFEE: u64 = ${MAX_NETWORK_FEE_LAMPORTS};`);
});

it('every refusal is tested by name', () => {
  const tests = [
    'passkey',
    'withdraw',
    'activate',
    'config',
    'rotate-exit',
    'tokens',
    'everything',
    'session-registration',
    'sessions',
    'compromise',
    'claim',
    'certificate',
    'recovery',
    'recovery-epoch',
    'recovery-guardians',
    'recovery-policy',
    'recovery-refusals',
  ]
    .map((name) => readFileSync(`${packageDirectory}/test/${name}.test.ts`, 'utf8'))
    .join('\n');
  const untested = Object.values(PROGRAM_ERRORS).flatMap(([name]) =>
    tests.includes(`:${name}'`) || tests.includes(`:${name})`) ? [] : [name],
  );
  expect(untested).toEqual([]);
});

it('the suite runs the sBPF version that it states', async () => {
  const world = await createWorld();
  const expected = process.env['PID_TEST_SBPF'] === 'v3' ? 3 : 0;
  const versions = [world.program, world.game, world.forwarder].map((program) => {
    const account = world.svm.getAccount(findProgramDataAddress(program).address);
    if (!account.exists) throw new Error('no program data');
    const elf = Buffer.from(account.data).subarray(45);
    return elf.readUInt32LE(48);
  });
  expect(versions).toEqual([expected, expected, expected]);
});
