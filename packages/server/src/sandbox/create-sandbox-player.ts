import type { Input } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { addTestPasskey, insertLogin } from '../credentials/index.ts';
import { isInsulting, type Identity } from '../identity/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { secondsAfter } from '../sessions/index.ts';
import { createIdentity } from '../sign-in/index.ts';
import { DevPasskey } from './dev-passkey.ts';
import { giveWallet } from './give-wallet.ts';
import type { CallingApp } from './own-player.ts';
import type { SandboxDeps } from './sandbox-deps.ts';
import { insertLoginLink, insertPlayer } from './sandbox-players.store.ts';

const linkSeconds = 300;
/** The provider of a test player's login, which no sign-in page offers. */
export const sandboxProvider = 'sandbox';
const handleLetters = 'bcdfghjkmnpqrstvwxz';
const handleLength = 10;

/** Creates a test player. Play money and the wallet follow after the commit, as they do for every player. */
export async function createSandboxPlayer(
  deps: SandboxDeps,
  app: CallingApp,
  wish: Input<'createSandboxPlayer'>,
  origin: AuditOrigin,
) {
  const balance = BigInt(wish.balance ?? 0);
  // The handle is permanent, so everything that can be refused is refused before it is taken.
  if (balance > 0n) deps.playMoney.assertPossible(balance);
  const { wallets } = deps;
  if (wish.wallet && !wallets?.chain.development)
    throw invalid('wallet must be left out: this service has no development chain');
  const passkey = wish.passkey || wish.wallet ? new DevPasskey(deps.baseUrl.origin) : null;
  const { identity, token, userHandle } = await insertAll(deps, app, wish, { passkey, origin });
  if (balance > 0n) await deps.playMoney.credit(identity.id, balance);
  const vault =
    wish.wallet && wallets && passkey ? await giveWallet(wallets, identity, { passkey, origin }) : null;
  return {
    pid: identity.pid,
    loginUrl: `${deps.baseUrl.origin}${loginPath(token)}`,
    ...(passkey && userHandle !== null
      ? { passkey: { id: passkey.credentialId, userHandle, privateKey: passkey.jwk } }
      : {}),
    ...(vault === null ? {} : { vault }),
  };
}

export const loginPath = (token: string) => `/sandbox/sign-in/${token}`;

async function insertAll(
  deps: SandboxDeps,
  { clientId }: CallingApp,
  { handle }: Input<'createSandboxPlayer'>,
  { passkey, origin }: { readonly passkey: DevPasskey | null; readonly origin: AuditOrigin },
): Promise<{ identity: Identity; token: string; userHandle: string | null }> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const identity = await createIdentity(deps, tx, { handle: handle ?? randomHandle(deps), now });
    const { id: identityId } = identity;
    await insertPlayer(tx, { identityId, clientId, now });
    const loginId = deps.ids.uuid();
    await insertLogin(tx, {
      id: loginId,
      identityId,
      provider: sandboxProvider,
      issuer: `${deps.baseUrl.origin}/sandbox`,
      subject: identityId,
      email: '',
      now,
    });
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: clientId,
      action: 'identity.claimed',
      details: { provider: sandboxProvider },
      origin,
    });
    const added =
      passkey &&
      (await addTestPasskey(deps, tx, {
        identityId,
        loginId,
        credentialId: passkey.credentialId,
        compressedKey: passkey.publicKey,
        actor: clientId,
        origin,
      }));
    const token = deps.ids.token();
    await insertLoginLink(tx, { hash: sha256(token), identityId, expiresAt: secondsAfter(now, linkSeconds) });
    return { identity, token, userHandle: added?.userHandle ?? null };
  });
}

function randomHandle({ ids, refusedWords }: Pick<SandboxDeps, 'ids' | 'refusedWords'>): string {
  const letters = [...ids.bytes(handleLength)].map((byte) => handleLetters[byte % handleLetters.length]);
  const handle = `player_${letters.join('')}`;
  return isInsulting(handle, refusedWords) ? randomHandle({ ids, refusedWords }) : handle;
}
