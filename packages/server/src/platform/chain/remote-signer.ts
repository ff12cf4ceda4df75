import { createPublicKey, verify } from 'node:crypto';
import { addressBytes, type Address } from '@pid/protocol';
import { ChainUnavailableError } from './client/index.ts';
import type { Signer } from './signer.ts';
import { askUpstream } from '../upstream.ts';

export interface RemoteSignerOptions {
  readonly url: URL;
  readonly address: Address;
  readonly token: string;
}

/** Time limit for both attempts together, because a caller is waiting. */
const answerMillisMax = 2400;
const signatureBytes = 64;
// RFC 8410 section 4: an Ed25519 public key is this prefix and its 32 bytes.
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * A signer in a separate process: it receives the bytes of the message and returns 64 bytes. The signature is
 * verified before it is used.
 */
export function remoteSigner({ url, address, token }: RemoteSignerOptions): Signer {
  const publicKey = createPublicKey({
    key: Buffer.concat([spkiHead, addressBytes(address)]),
    format: 'der',
    type: 'spki',
  });
  return {
    address,
    async sign(messageBytes) {
      // The first attempt may use a keep-alive connection that the signer has closed. A retry is safe: the
      // same bytes get the same signature.
      const signal = AbortSignal.timeout(answerMillisMax);
      const attempt = () => ask(new URL('/sign', url), token, messageBytes, signal);
      const signature = await attempt().catch((error: unknown) => {
        if ((error as Error).cause === undefined || signal.aborted) throw error;
        return attempt();
      });
      if (signature.length !== signatureBytes || !verify(null, messageBytes, publicKey, signature))
        throw new ChainUnavailableError(`the signer at ${url.host} does not sign for ${address}`);
      return signature;
    },
  };
}

async function ask(
  url: URL,
  token: string,
  messageBytes: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const ask = () =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(messageBytes),
      signal,
    });
  const answer = await askUpstream({ kind: 'registrar', host: url.host }, 'sign activation', ask).catch(
    (error: unknown) => {
      throw new ChainUnavailableError(`the signer at ${url.host} does not respond`, { cause: error });
    },
  );
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  throw new ChainUnavailableError(`the signer at ${url.host} refused: ${await answer.text()}`);
}

/**
 * Throws unless the signer responds and accepts the token. It refuses this request with 404 after it has checked the token, so the request counts in
 * no limit.
 */
export async function proveSigner({ url, token }: Pick<RemoteSignerOptions, 'url' | 'token'>): Promise<void> {
  const answer = await fetch(new URL('/sign', url), {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(answerMillisMax),
  });
  await answer.body?.cancel();
  if (answer.status === 401) throw new Error('it does not take PID_REGISTRAR_TOKEN');
  if (answer.status !== 404) throw new Error(`it answers ${answer.status}`);
}
