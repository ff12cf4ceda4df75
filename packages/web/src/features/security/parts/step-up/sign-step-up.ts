import { fromBase64Url, isStepUpChallenge, toBase64Url, utf8 } from '@pid/protocol';
import { api } from '../../../../kit/api/api.ts';
import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';

/** The server's challenge is for another request than the one that this page is about to send. */
export class WrongChallengeError extends Error {
  override readonly name = 'WrongChallengeError';
}

/**
 * Has a passkey sign one request and returns the header for it. Recomputes the challenge before asking the
 * player.
 */
export async function signStepUp({ name, method, path, params, body }: NamedRequest): Promise<string> {
  const options = await api.call('stepUpOptions', {
    operation: name,
    params,
    query: {},
    ...(body === undefined ? {} : { body }),
  });
  if (!isStepUpChallenge(fromBase64Url(options.challenge), { method, path, query: {}, body: body ?? null }))
    throw new WrongChallengeError('The challenge is for another request');
  const { challenge, allowCredentials, userVerification } = options;
  const assertion = await signWithPasskey({ challenge, allowCredentials, userVerification });
  return toBase64Url(utf8(JSON.stringify(assertion)));
}
