import { toBase64Url, fromBase64Url } from '@pid/protocol';
import { api } from '../../../kit/api/api.ts';
import type { Passkey, Chain, Quote } from '../../../kit/api/shapes.ts';
import { signWithPasskey } from '../../../kit/passkeys/ceremony.ts';
import type { Assertion } from '@pid/contract';
import { randomKey } from '../../../kit/platform/ids.ts';
import { underWay } from './signed-request.ts';
import type { SignedRequest } from './signed-request.ts';

/** Validity of the signature on the chain; the limit is 600. */
const HOLDS_SECONDS = 300;

/** The modules for bytes and addresses of the chain are loaded on use. */
const loadChallenges = () => import('../../../../../sdk/src/chain.ts');
const readAccount = () => api.call('getAccount');
const readChain = () => api.call('getChain', {}, { session: 'none' });

async function sign(chain: Chain, challenge: Uint8Array, credentialId: string | null): Promise<Assertion> {
  return signWithPasskey({
    challenge: toBase64Url(challenge),
    rpId: chain.rpId,
    userVerification: 'required',
    ...(credentialId === null ? {} : { allowCredentials: [{ id: credentialId, type: 'public-key' }] }),
  });
}

function keep(request: Omit<SignedRequest, 'key'>): SignedRequest {
  const kept = { ...request, key: randomKey() };
  underWay.keep(kept);
  return kept;
}

/** Binds the account to this passkey until a rotation. With `price`, the player pays in rupiah. */
export async function signActivation(passkey: Passkey, price?: number): Promise<SignedRequest> {
  const [account, chain, { activationChallenge }] = await Promise.all([
    readAccount(),
    readChain(),
    loadChallenges(),
  ]);
  const terms = { expiry: account.chainTime + HOLDS_SECONDS, feePolicyVersion: account.feePolicyVersion };
  const challenge = activationChallenge(chain, account.pid, {
    ...terms,
    authority: fromBase64Url(passkey.publicKey),
  });
  const assertion = await sign(chain, challenge, passkey.credentialId);
  const quotedNetworkFeeLamports = String(account.networkFeeLamports);
  return keep({
    kind: 'activate',
    pid: account.pid,
    operation: 'activateAccount',
    input: {
      ...terms,
      quotedNetworkFeeLamports,
      assertion,
      ...(price === undefined ? {} : { payWith: 'rupiah', expectedPrice: price }),
    },
    shown: {},
  });
}

export interface Withdrawal {
  readonly asset: string;
  readonly to: string;
  /** The owner of the wallet, if the player gave a name. */
  readonly toPid?: string;
  readonly amount: string;
  /** From a payment request; not part of what the passkey signs. */
  readonly memo?: string;
  readonly references?: string[];
}

export async function signWithdrawal(
  withdrawal: Withdrawal,
  quote: Quote,
  shown: SignedRequest['shown'],
): Promise<SignedRequest> {
  const [account, chain, { withdrawalChallenge }] = await Promise.all([
    readAccount(),
    readChain(),
    loadChallenges(),
  ]);
  const terms = {
    ...withdrawal,
    nonce: account.nonce,
    expiry: account.chainTime + HOLDS_SECONDS,
    feePolicyVersion: quote.feePolicyVersion,
  };
  const challenge = withdrawalChallenge(chain, account.pid, terms);
  const assertion = await sign(chain, challenge, account.authorityCredentialId);
  return keep({
    kind: 'withdraw',
    pid: account.pid,
    operation: 'withdraw',
    input: { ...terms, quotedNetworkFeeLamports: quote.networkFeeLamports, assertion },
    shown,
  });
}

export async function signRotation(next: Passkey): Promise<SignedRequest> {
  const [account, chain, { rotationChallenge }] = await Promise.all([
    readAccount(),
    readChain(),
    loadChallenges(),
  ]);
  if (account.authorityCredentialId === null) throw new Error('No passkey of this identity is the authority');
  const terms = { nonce: account.nonce, expiry: account.chainTime + HOLDS_SECONDS };
  const challenge = rotationChallenge(chain, account.pid, {
    ...terms,
    newAuthority: fromBase64Url(next.publicKey),
  });
  const assertion = await sign(chain, challenge, account.authorityCredentialId);
  return keep({
    kind: 'rotate',
    pid: account.pid,
    operation: 'rotateAuthority',
    input: {
      ...terms,
      oldCredentialId: account.authorityCredentialId,
      newCredentialId: next.credentialId,
      assertion,
    },
    shown: { passkey: next.name },
  });
}

export async function signSessionEnd(sessionAddress: string, game: string): Promise<SignedRequest> {
  const [account, chain, { sessionRevocationChallenge }] = await Promise.all([
    readAccount(),
    readChain(),
    loadChallenges(),
  ]);
  const terms = { nonce: account.nonce, deadline: account.chainTime + HOLDS_SECONDS };
  const challenge = sessionRevocationChallenge(chain, account.pid, { ...terms, sessionAddress });
  const assertion = await sign(chain, challenge, account.authorityCredentialId);
  return keep({
    kind: 'revoke_session',
    pid: account.pid,
    operation: 'revokeSessionGrant',
    input: { sessionAddress, ...terms, assertion },
    shown: { game },
  });
}
