import { compileMessage, toAddress } from '@pid/protocol';
import { sleep } from '../platform/sleep.ts';
import { ExitProblem } from './exit-problem.ts';
import type { FeePayer } from './fee-payer.ts';
import { RpcError, toBase64 } from './rpc.ts';
import type { Rpc } from './rpc.ts';
import type { SignedExit } from './sign-exit.ts';

const EVERY_MILLISECONDS = 700;
const TRIES = 90;

interface Status {
  readonly err: unknown;
  readonly confirmationStatus: string | null;
}

async function statusOf(rpc: Rpc, signature: string): Promise<Status | null> {
  try {
    const { value } = await rpc.call<{ value: readonly (Status | null)[] }>('getSignatureStatuses', [
      [signature],
    ]);
    return value[0] ?? null;
  } catch (error) {
    // The transaction is out: a server that does not answer now decides nothing.
    if (error instanceof RpcError) return null;
    throw error;
  }
}

async function awaitConfirmation(rpc: Rpc, signature: string): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const status = await statusOf(rpc, signature);
    if (status && status.err !== null)
      throw new RpcError('refused', `The chain refused it: ${JSON.stringify(status.err)}`);
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return;
    await sleep(EVERY_MILLISECONDS);
  }
  throw new ExitProblem('notConfirmed', signature);
}

/** Sends what the passkey signed; the payer adds the fee and nothing else. Answers the signature once it is confirmed. */
export async function sendExit(
  rpc: Rpc,
  signed: SignedExit,
  payer: FeePayer,
  onSent: (signature: string) => void,
): Promise<string> {
  const { value } = await rpc.call<{ value: { blockhash: string } }>('getLatestBlockhash', [
    { commitment: 'confirmed' },
  ]);
  const message = compileMessage(
    payer.address,
    toAddress(value.blockhash),
    signed.instructionsFor(payer.address),
  );
  const transaction = await payer.sign(message);
  const signature = await rpc.call<string>('sendTransaction', [
    toBase64(transaction),
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  onSent(signature);
  await awaitConfirmation(rpc, signature);
  return signature;
}
