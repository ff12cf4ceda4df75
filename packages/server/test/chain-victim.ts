// Runs as a separate process that owns the embedded chain of a database and sends transfers until it is
// killed. It prints one line for each acknowledged signature.
import { createSolanaRpcFromTransport } from '@solana/kit';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { embeddedTransport, openEmbeddedChain } from '@pid/dev-chain';
import { signInstructions, signerFromSeed } from '../src/platform/chain/index.ts';
import { randomIds } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { base64, transferInstruction } from './chain-wire.ts';

const [connectionString = '', seed = '', to = ''] = process.argv.slice(2);
const log = createLogger('silent');
const db = openDatabase({ connectionString, poolSize: 4, log });
const access = await openEmbeddedChain({ db, connectionString, clock: systemClock, ids: randomIds, log });
const rpc = createSolanaRpcFromTransport(embeddedTransport(access));
const from = signerFromSeed(Buffer.from(seed, 'hex'));

async function work(lane: number): Promise<void> {
  for (let count = 1; ; count += 1) {
    const { value } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send();
    // The amount differs in every transaction, so that none is a duplicate of another.
    const amount = BigInt(1_000_000 + lane * 100_000 + count);
    const wire = await signInstructions({
      feePayer: from,
      blockhash: value.blockhash,
      instructions: [transferInstruction(from.address, to as typeof from.address, amount)],
    });
    const signature = await rpc
      .sendTransaction(base64(wire), { encoding: 'base64', skipPreflight: true })
      .send();
    process.stdout.write(`${signature} ${amount}\n`);
  }
}

await Promise.all([work(0), work(1), work(2), work(3)]);
