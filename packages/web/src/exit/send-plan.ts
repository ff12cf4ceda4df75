import {
  compileMessage,
  encodeBase58,
  isAddress,
  toAddress,
  assertionMessage,
  clientDataTail,
  decompressP256,
  fromBase64Url,
  lowSFromDer,
  passkeyInstruction,
  toBase64Url,
} from '@pid/protocol';
import type { ProgramInstruction, PasskeyAssertion, PasskeyPoint } from '@pid/protocol';
import { sleep } from '../kit/platform/clock.ts';
import { signWithPasskey } from '../kit/passkeys/ceremony.ts';
import { ExitProblem } from './exit-problem.ts';
import type { FeePayer } from './fee-payer.ts';
import { RpcError, senseless, toBase64, valueOf } from './rpc.ts';
import type { Rpc } from './rpc.ts';
import type { PasskeyPart, Plan } from './plan.ts';

/** The browser offers every passkey of this host, but only one of them guards the wallet. */
async function isSignedBy(authority: PasskeyPoint, assertion: PasskeyAssertion): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('raw', decompressP256(authority), algorithm, false, ['verify']);
  return crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    lowSFromDer(assertion.signature),
    assertionMessage(assertion.authenticatorData, assertion.clientDataJSON),
  );
}

async function askPasskey({ challenge, credentialId }: PasskeyPart, host: string): Promise<PasskeyAssertion> {
  const signed = await signWithPasskey({
    challenge: toBase64Url(challenge),
    rpId: host,
    userVerification: 'required',
    ...(credentialId !== null && { allowCredentials: [{ id: credentialId, type: 'public-key' }] }),
  });
  return {
    signature: fromBase64Url(signed.signature),
    authenticatorData: fromBase64Url(signed.authenticatorData),
    clientDataJSON: fromBase64Url(signed.clientDataJSON),
  };
}

/**
 * Requests the passkey's signature if the plan needs one, and returns the plan's instructions in order, with
 * the signature.
 */
export async function signPlan(plan: Plan, host: string): Promise<readonly ProgramInstruction[]> {
  const { passkey, first } = plan;
  if (passkey === null) return [...first, plan.last(new Uint8Array())];
  const assertion = await askPasskey(passkey, host);
  if (!(await isSignedBy(passkey.authority, assertion))) throw new ExitProblem('otherPasskey');
  const tail = clientDataTail(assertion.clientDataJSON, passkey.challenge, passkey.origin);
  if (!tail) throw new ExitProblem('browserWords');
  return [...first, passkeyInstruction(passkey.authority, assertion), plan.last(tail)];
}

const EVERY_MILLISECONDS = 700;
/** Ends the wait if a server never reports the block height. */
const TRIES = 1200;
const SIGNATURE_BYTES = 64;

interface Status {
  readonly err?: unknown;
  readonly confirmationStatus?: unknown;
}

async function statusOf(rpc: Rpc, signature: string): Promise<Status | null> {
  try {
    const value = valueOf('getSignatureStatuses', await rpc.call('getSignatureStatuses', [[signature]]));
    const first: unknown = Array.isArray(value) ? value[0] : null;
    return typeof first === 'object' ? first : null;
  } catch (error) {
    // The transaction has been sent. A missing response now says nothing about its result.
    if (error instanceof RpcError) return null;
    throw error;
  }
}

async function heightOf(rpc: Rpc): Promise<number> {
  try {
    return Number(await rpc.call('getBlockHeight', [{ commitment: 'finalized' }]));
  } catch (error) {
    if (error instanceof RpcError) return 0;
    throw error;
  }
}

/**
 * Waits while the transaction can still land: until its blockhash has expired at a finalized block, however
 * long blocks take.
 */
async function awaitConfirmation(rpc: Rpc, signature: string, lastValidBlockHeight: number): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    // Read the height before the status: otherwise a transaction in the last possible block could be missed.
    const height = await heightOf(rpc);
    const status = await statusOf(rpc, signature);
    if (status && status.err !== null && status.err !== undefined)
      throw new RpcError('refused', JSON.stringify(status.err).slice(0, 200));
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return;
    if (height > lastValidBlockHeight) break;
    await sleep(EVERY_MILLISECONDS);
  }
  throw new ExitProblem('notConfirmed', signature);
}

/**
 * Sends the instructions of a plan; the payer only adds the fee. Returns the signature once the transaction
 * is confirmed.
 */
export async function sendPlan(
  rpc: Rpc,
  instructions: readonly ProgramInstruction[],
  payer: FeePayer,
  onSent: (signature: string) => void,
): Promise<string> {
  const latest = valueOf(
    'getLatestBlockhash',
    await rpc.call('getLatestBlockhash', [{ commitment: 'confirmed' }]),
  ) as { blockhash?: unknown; lastValidBlockHeight?: unknown } | null;
  const blockhash = latest?.blockhash;
  const lastValidBlockHeight = Number(latest?.lastValidBlockHeight ?? Infinity);
  if (typeof blockhash !== 'string' || !isAddress(blockhash)) throw senseless('getLatestBlockhash');
  const transaction = await payer.sign(
    compileMessage(payer.address, toAddress(blockhash), instructions).messageBytes,
  );
  // Take the signature from the transaction instead of trusting the server's response.
  const signature = encodeBase58(transaction.subarray(1, 1 + SIGNATURE_BYTES));
  await rpc.call('sendTransaction', [
    toBase64(transaction),
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  onSent(signature);
  await awaitConfirmation(rpc, signature, lastValidBlockHeight);
  return signature;
}
