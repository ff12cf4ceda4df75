import type { AuthenticationResponse, RequestOptions } from '@pid/contract';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { findIdentity, type Identity } from '../../identity/index.ts';
import { ServiceError, refuse } from '../../platform/errors/index.ts';
import {
  findProviderSignIn,
  openSession,
  type SessionDeps,
  type SessionTokens,
} from '../../sessions/index.ts';
import {
  adoptPasskey,
  findCandidate,
  namesIdentity,
  type AdoptionDeps,
  type Candidate,
} from './adopt-passkey.ts';
import { passkeyHash } from '../burn-credential.ts';
import { isBurnt } from '../credentials.store.ts';
import { isRecentMoment } from '../recent-sign-in.ts';
import { issueChallenge, spendChallenge } from './challenges.ts';
import { readClientData, type ClientData } from './client-data.ts';
import { requestOptions } from './passkey-options.ts';
import { counts, findActivePasskey, findPasskeyByCredentialId, type Passkey } from './passkeys.store.ts';
import { auditFallenCounter, recordAssertion, signInOrigin } from './use-passkey.ts';
import { verifyAssertion, type VerifiedAssertion } from './verify-assertion.ts';

export interface PasskeySignInDeps extends AdoptionDeps {
  readonly sessions: SessionDeps;
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * `browser` is the secret of the cookie that binds the response to the requesting browser. A known one is
 * reused, so that a second tab does not invalidate a pending sign-in in the first.
 */
export async function passkeySignInOptions(
  deps: PasskeySignInDeps,
  known: string | null,
): Promise<{ browser: string; options: RequestOptions }> {
  const browser = known && secretPattern.test(known) ? known : deps.ids.token();
  const challenge = await issueChallenge(deps, signInPurpose(browser));
  return { browser, options: requestOptions(deps.relyingParty, challenge) };
}

export async function signInWithPasskey(
  deps: PasskeySignInDeps,
  input: {
    response: AuthenticationResponse;
    /** Null when the browser sent no such cookie. */
    browser: string | null;
    origin: AuditOrigin;
    device: string | null;
    replaces: string | null;
  },
): Promise<{ identity: Identity; tokens: SessionTokens }> {
  const { response, browser, origin } = input;
  if (!browser) throw refuse('challenge_unknown');
  const clientData = readClientData(response.response.clientDataJSON);
  await spendChallenge(deps, signInPurpose(browser), clientData.challenge);
  const found = await findSigningPasskey(deps, response);
  if (!(await namesIdentity(deps.db, response.response.userHandle, found.passkey.identityId)))
    throw refuse('passkey_refused', { reason: 'another_identity' });
  return auditFallenCounter(deps, { passkey: found.passkey, actor: 'user', origin }, async () => {
    const verified = await verifyTwice(deps, response, clientData, found.passkey);
    if (found.adopts) await assertMayAdopt(deps, found.adopts, input.replaces);
    return deps.db.transaction(async (tx) => {
      const now = deps.clock.now();
      const passkey = found.adopts ? await adoptPasskey(deps, tx, found.adopts, now) : found.passkey;
      const identity = await findIdentity(tx, passkey.identityId);
      if (!identity || identity.status === 'deleted') throw refuse('passkey_closed');
      await recordAssertion(tx, { passkey, verified, now, isLogin: true });
      const tokens = await openSession(deps.sessions, tx, {
        identityId: identity.id,
        method: 'passkey',
        openedWith: passkey.id,
        userAgent: origin.userAgent,
        device: input.device,
        replaces: input.replaces,
        authenticatedAt: now,
        countsAsRecent: counts(passkey, now),
      });
      await recordAudit(tx, {
        at: now,
        identityId: identity.id,
        actor: identity.pid,
        action: 'session.signed_in',
        target: tokens.sessionId,
        details: { provider: 'passkey', passkey: passkey.id },
        origin,
      });
      return { identity, tokens };
    });
  });
}

/** Runs after the signature is verified, so that only the holder of the passkey learns the reason. */
async function assertMayAdopt(
  deps: PasskeySignInDeps,
  { identity, onChain, passkey }: Candidate,
  sessionId: string | null,
): Promise<void> {
  const at = sessionId === null ? null : await findProviderSignIn(deps.db, sessionId, identity.id);
  const isRecentAtProvider = at !== null && isRecentMoment(at, deps.clock);
  try {
    await deps.adoption?.assertMayAdopt({ ...onChain, identity, isRecentAtProvider });
  } catch (error) {
    // A concurrent sign-in has adopted the passkey, which ended this browser's provider session.
    const adopted = await findActivePasskey(deps.db, identity.id, passkey.credentialId);
    if (!adopted) throw error;
  }
}

interface Found {
  readonly passkey: Passkey;
  /** Set if the passkey is not registered here yet. */
  readonly adopts: Candidate | null;
}

async function findSigningPasskey(deps: PasskeySignInDeps, response: AuthenticationResponse): Promise<Found> {
  const passkey = await findPasskeyByCredentialId(deps.db, response.id);
  if (passkey?.status === 'active') return { passkey, adopts: null };
  if (await isBurnt(deps.db, passkeyHash(deps.burnKey, response.id))) throw refuse('passkey_closed');
  const adopts = passkey ? null : await findCandidate(deps, response);
  if (adopts) return { passkey: adopts.passkey, adopts };
  // A concurrent sign-in may have adopted the passkey during the chain request; it is registered then and no
  // longer a candidate.
  const adopted = passkey ? null : await findPasskeyByCredentialId(deps.db, response.id);
  if (adopted?.status !== 'active') throw refuse('passkey_unknown');
  return { passkey: adopted, adopts: null };
}

/**
 * Our verifier has rules that the library lacks (backup eligibility, framing). Both must accept before a
 * session opens.
 */
async function verifyTwice(
  deps: PasskeySignInDeps,
  response: AuthenticationResponse,
  clientData: ClientData,
  passkey: Passkey,
): Promise<VerifiedAssertion> {
  const { signature, authenticatorData, clientDataJSON } = response.response;
  const { challenge } = clientData;
  const { rpId } = deps.relyingParty;
  const origin = signInOrigin(deps.relyingParty, clientData.origin);
  const verified = verifyAssertion({
    passkey,
    assertion: { id: response.id, signature, authenticatorData, clientDataJSON },
    challenge,
    rpId,
    origin,
  });
  const library = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.coseKey),
      // Our verifier has checked the counter; the library would refuse an equal one.
      counter: 0,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : refuse('passkey_refused', { reason: 'malformed' });
  });
  if (!library.verified) throw refuse('passkey_refused', { reason: 'signature_wrong' });
  return verified;
}

function signInPurpose(browser: string) {
  return { action: 'LOGIN', boundTo: `browser:${browser}`, subject: Buffer.alloc(0) } as const;
}
