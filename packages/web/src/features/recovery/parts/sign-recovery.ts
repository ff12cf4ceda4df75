// Signatures of passkeys and sheets for a recovery. The challenges are built here from the values that the
// page shows.
import type { Assertion, Input, Reply } from '@pid/contract';
import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  findVaultAddress,
  fromBase64Url,
  rpIdHashFromRpId,
  toAddress,
  toBase64Url,
  type Guardian,
  type Intent,
} from '@pid/protocol';
import { api } from '../../../kit/api/api.ts';
import { signWithPasskey } from '../../../kit/passkeys/ceremony.ts';

/** Close to the chain's limit: each approval of a guardian must expire later than the one before. */
const HOLDS_SECONDS = 540;

type ChainFacts = Reply<'getChain'>;
export type GuardianInput = Input<'setRecoveryPolicy'>['guardians'][number];

const readChain = () => api.call('getChain', {}, { session: 'none' });
const loadSheet = () => import('@pid/protocol/sheet');

function sheetScope(chain: ChainFacts, pid: string) {
  return {
    genesisHash: addressBytes(toAddress(chain.genesisHash)),
    accountId: accountIdFromPid(pid),
  };
}

function challengeOf(chain: ChainFacts, pid: string, at: { nonce: string; expiry: number }, intent: Intent) {
  const program = toAddress(chain.programId);
  const accountId = accountIdFromPid(pid);
  return challengeFor(
    {
      ...sheetScope(chain, pid),
      program,
      vault: findVaultAddress(program, accountId).address,
      nonce: BigInt(at.nonce),
      expiry: BigInt(at.expiry),
    },
    intent,
  );
}

function sign(chain: ChainFacts, challenge: Uint8Array, credentialId: string | null): Promise<Assertion> {
  return signWithPasskey({
    challenge: toBase64Url(challenge),
    rpId: chain.rpId,
    userVerification: 'required',
    ...(credentialId === null ? {} : { allowCredentials: [{ id: credentialId, type: 'public-key' }] }),
  });
}

/** Creates twelve new words; they stay on this page. */
export async function newSheetWords(): Promise<string> {
  const { sheetWords } = await loadSheet();
  return sheetWords(crypto.getRandomValues(new Uint8Array(16)));
}

/** Returns the key of typed words; null if they are not twelve valid words. */
export async function keyOfWords(typed: string, pid: string): Promise<string | null> {
  const [chain, { readSheetWords, sheetKey }] = await Promise.all([readChain(), loadSheet()]);
  const words = readSheetWords(typed);
  return words === null ? null : toBase64Url(sheetKey(words, sheetScope(chain, pid)).publicKey);
}

export interface PolicyTerms {
  readonly guardians: readonly GuardianInput[];
  readonly threshold: number;
  readonly delaySeconds: number;
}

export async function signPolicy(pid: string, terms: PolicyTerms): Promise<void> {
  const [chain, recovery, account] = await Promise.all([
    readChain(),
    api.call('getRecovery'),
    api.call('getAccount'),
  ]);
  const at = { nonce: recovery.policyNonce, expiry: recovery.chainTime + HOLDS_SECONDS };
  const intent: Intent = {
    action: 'setRecoveryPolicy',
    ...terms,
    guardians: terms.guardians.map(guardianOf),
  };
  const assertion = await sign(chain, challengeOf(chain, pid, at, intent), account.authorityCredentialId);
  await api.call('setRecoveryPolicy', { ...terms, guardians: [...terms.guardians], ...at, assertion });
}

function guardianOf({ kind, publicKey, pid }: GuardianInput): Guardian {
  if (kind === 'account') return { kind, accountId: accountIdFromPid(pid ?? '') };
  return { kind, key: brandPasskeyPoint(fromBase64Url(publicKey ?? '')) };
}

export async function signCancel(pid: string, id: string): Promise<Reply<'cancelRecovery'>> {
  const [chain, recovery, account] = await Promise.all([
    readChain(),
    api.call('getRecovery'),
    api.call('getAccount'),
  ]);
  const at = { nonce: recovery.policyNonce, expiry: recovery.chainTime + HOLDS_SECONDS };
  const challenge = challengeOf(chain, pid, at, { action: 'cancelRecovery' });
  const assertion = await sign(chain, challenge, account.authorityCredentialId);
  return api.call('cancelRecovery', { id, ...at, assertion });
}

/** A guardian's request for approval. */
export interface Request {
  readonly id: string;
  /** The owner of the account. */
  readonly pid: string;
  readonly guardian: number;
  readonly newAuthority: string;
  readonly policyNonce: string;
}

function voteOf(chain: ChainFacts, request: Request): Intent {
  return {
    action: 'voteRecovery',
    index: request.guardian,
    newAuthority: brandPasskeyPoint(fromBase64Url(request.newAuthority)),
    newRpIdHash: rpIdHashFromRpId(chain.rpId),
  };
}

/**
 * `credentialId` selects the passkey if it is known. Otherwise the browser offers all passkeys of this host.
 */
export async function approveWithPasskey(
  request: Request,
  credentialId: string | null = null,
): Promise<void> {
  const chain = await readChain();
  const at = { nonce: request.policyNonce, expiry: chain.chainTime + HOLDS_SECONDS };
  const challenge = challengeOf(chain, request.pid, at, voteOf(chain, request));
  const assertion = await sign(chain, challenge, credentialId);
  await api.call('approveRecovery', { id: request.id, guardian: request.guardian, ...at, assertion });
}

export async function approveWithWords(request: Request, typed: string): Promise<boolean> {
  const [chain, { readSheetWords, sheetKey }] = await Promise.all([readChain(), loadSheet()]);
  const words = readSheetWords(typed);
  if (words === null) return false;
  const at = { nonce: request.policyNonce, expiry: chain.chainTime + HOLDS_SECONDS };
  const challenge = challengeOf(chain, request.pid, at, voteOf(chain, request));
  const signature = toBase64Url(sheetKey(words, sheetScope(chain, request.pid)).sign(challenge));
  await api.call('approveRecovery', { id: request.id, guardian: request.guardian, ...at, signature });
  return true;
}
