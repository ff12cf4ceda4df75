import { toBase64Url } from '@pid/protocol';
import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { readGame, type OpenedSession, type SessionRequest } from './session-request.ts';

const deadlineSeconds = 300;

/**
 * Has the passkey sign exactly this grant, and registers it. Reads the game's program again, so that the
 * player signs only values that were shown.
 */
export async function openGameSession(
  pid: string,
  clientId: string,
  request: SessionRequest,
): Promise<OpenedSession> {
  const [{ chainAccount, sessionGrant }, chain, account, game] = await Promise.all([
    // Loaded on use: most players first read the request.
    import('../../../../../../sdk/src/chain.ts'),
    api.call('getChain', {}, { session: 'none' }),
    api.call('getAccount'),
    readGame(request.program, new AbortController().signal),
  ]);
  const body = {
    ...chainAccount(chain, pid),
    sessionPubkey: request.sessionKey,
    allowedProgram: request.program,
    expiresAt: account.chainTime + Math.floor(request.hours * 3600) - 30,
    recordedHasAuthority: game.hasAuthority,
    ...(game.authority === null ? {} : { recordedAuthority: game.authority }),
    recordedSlot: game.slot,
    deadline: account.chainTime + deadlineSeconds,
    nonce: account.nonce,
  };
  const { challenge } = sessionGrant(chain, pid, body);
  const assertion = await signWithPasskey({
    challenge: toBase64Url(challenge),
    rpId: chain.rpId,
    userVerification: 'required',
    ...(account.authorityCredentialId === null
      ? {}
      : { allowCredentials: [{ id: account.authorityCredentialId, type: 'public-key' }] }),
  });
  const { sessionAddress } = await api.call(
    'registerSessionGrant',
    { ...body, clientId, assertion },
    { timeoutMilliseconds: 45_000 },
  );
  return { sessionAddress, expiresAt: body.expiresAt };
}
