import { randomBytes } from 'node:crypto';
import type { Address } from '@pid/protocol';
import { createSolanaRpcFromTransport, type Rpc, type Signature, type SolanaRpcApi } from '@solana/kit';
import { onTestFinished } from 'vitest';
import { manualClock, type Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/index.ts';
import { type EmbeddedChainAccess, embeddedTransport, openEmbeddedChain } from '@pid/dev-chain';
import { signInstructions, signerFromSeed, type Signer } from '../src/platform/chain/index.ts';
import { randomIds } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { base64, transferInstruction } from './chain-wire.ts';
import { pace, slotSeconds } from './pace.ts';
import { testDatabase } from './test-database.ts';

export { base64, transferInstruction };

export type TestDatabase = Database & { connectionString: string };

export interface TestChain {
  readonly access: EmbeddedChainAccess;
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly db: TestDatabase;
  readonly clock: Clock & { advanceSeconds(seconds: number): void };
}

/** Starts the embedded chain on a separate database, with a clock that the test controls. */
export async function testChain(shared?: Pick<TestChain, 'db' | 'clock'>): Promise<TestChain> {
  const db = shared?.db ?? (await testDatabase());
  const clock = shared?.clock ?? manualClock(new Date('2026-11-15T10:00:00Z'));
  const access = await openEmbeddedChain({
    db,
    connectionString: db.connectionString,
    clock,
    ids: randomIds,
    log: createLogger('silent'),
    slotMillis: pace.slotMillis,
  });
  onTestFinished(() => access.close());
  return { access, rpc: createSolanaRpcFromTransport(embeddedTransport(access)), db, clock };
}

export const newSigner = (): Signer => signerFromSeed(randomBytes(32));

export async function airdrop({ rpc, clock }: TestChain, to: Address, lamports: bigint): Promise<Signature> {
  const signature = await rpc.requestAirdrop(to, lamports as never).send();
  clock.advanceSeconds(slotSeconds);
  return signature;
}

export async function latestBlockhash({ rpc }: Pick<TestChain, 'rpc'>): Promise<string> {
  return (await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()).value.blockhash;
}

export async function transferWire(
  chain: Pick<TestChain, 'rpc'>,
  from: Signer,
  to: Address,
  lamports: bigint,
): Promise<Uint8Array> {
  return signInstructions({
    feePayer: from,
    blockhash: await latestBlockhash(chain),
    instructions: [transferInstruction(from.address, to, lamports)],
  });
}

export function send(
  { rpc }: Pick<TestChain, 'rpc'>,
  wire: Uint8Array,
  options: { skipPreflight?: boolean } = {},
): Promise<Signature> {
  return rpc
    .sendTransaction(base64(wire), { encoding: 'base64', preflightCommitment: 'confirmed', ...options })
    .send();
}
