import { readFileSync, writeFileSync } from 'node:fs';
import { getContractAddress } from 'viem';
import { expect, test } from 'vitest';
import { compileContracts } from './testing/compile-contracts.ts';

const file = new URL('permission-verifier.json', import.meta.url);
/** The deterministic deployment proxy, which has this address on every chain. */
const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const salt = `0x${'00'.repeat(32)}` as const;

test('the published ABI, bytecode and address are those of the contract', () => {
  const { abi, bytecode } = compileContracts().verifier;
  const published = {
    contract: 'PermissionVerifier',
    compiler: 'solc 0.8.37, optimizer with 200 runs, EVM version osaka',
    deployment: { from, salt, address: getContractAddress({ opcode: 'CREATE2', from, salt, bytecode }) },
    abi,
    bytecode,
  };
  if (process.env['PID_WRITE_VERIFIER'] === '1')
    writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(published);
});
