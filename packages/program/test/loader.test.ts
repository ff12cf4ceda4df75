import { lamports } from '@solana/kit';
import { FeatureSet } from 'litesvm';
import { describe, expect, it } from 'vitest';
import {
  LOADER_V3,
  SYSTEM_PROGRAM,
  addressBytes,
  concatBytes,
  findProgramDataAddress,
  payerAccount,
  readonlyAccount,
  signerAccount,
  writableAccount,
} from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { readProgram } from '../src/index.ts';
import type { SbpfVersion } from '../src/index.ts';
import { createWorld, send, signerFor } from './support/world.ts';

/** SIMD-0500: loaders refuse programs older than sBPF v3. */
const NO_OLD_PROGRAMS = 'B8JJXCy5amZyWG9r7EnUYLwzXSXTxG7GZ1qZ1qggo83g' as Address;
const RENT = 'SysvarRent111111111111111111111111111111111' as Address;
const CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;

function loaderAccount(address: Address, data: Uint8Array) {
  const space = BigInt(data.length);
  return {
    address,
    data,
    space,
    lamports: lamports(10n ** 9n),
    executable: false,
    programAddress: LOADER_V3,
  };
}

/** Deploys through the loader's own instruction, as a cluster would. */
async function deploy(version: SbpfVersion, simd0500: boolean) {
  const features = FeatureSet.allEnabled();
  if (!simd0500) features.deactivate(addressBytes(NO_OLD_PROGRAMS));
  const world = await createWorld({ featureSet: features, config: null });
  const { deployer } = world;
  const [program, buffer] = [(await signerFor('fresh program')).address, (await signerFor('buffer')).address];
  const elf = readProgram('wallet', version);
  const authority = addressBytes(deployer.address);
  world.svm.setAccount(loaderAccount(buffer, concatBytes(Uint8Array.of(1, 0, 0, 0, 1), authority, elf)));
  world.svm.setAccount(loaderAccount(program, new Uint8Array(36)));
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(BigInt(elf.length), 4);
  const accounts = [
    payerAccount(deployer.address),
    writableAccount(findProgramDataAddress(program).address),
    writableAccount(program),
    writableAccount(buffer),
    readonlyAccount(RENT),
    readonlyAccount(CLOCK),
    readonlyAccount(SYSTEM_PROGRAM),
    signerAccount(deployer.address),
  ];
  return send(world, [{ programAddress: LOADER_V3, accounts, data }], [deployer]);
}

describe('the loader', () => {
  it('accepts both builds today', async () => {
    expect((await deploy('v0', false)).error).toBeNull();
    expect((await deploy('v3', false)).error).toBeNull();
  });

  it('accepts only the v3 build once older programs can no longer be deployed', async () => {
    expect((await deploy('v0', true)).ok).toBe(false);
    expect((await deploy('v3', true)).error).toBeNull();
  });
});
