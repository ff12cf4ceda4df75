import { concretePath, fromBase64Url, isStepUpChallenge, toBase64Url, utf8 } from '@pid/protocol';
import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import type { RequestOptions } from '../../../../kit/passkeys/ceremony.ts';
import { STEP_UP_OPERATIONS } from './operations.ts';
import type { KnownCall } from './operations.ts';
import type { PlainCall } from '../../../../kit/api/create-api.ts';

/** What the server wants signed is not what this page is about to send. */
export class WrongChallengeError extends Error {
  override readonly name = 'WrongChallengeError';
}

/** Has a passkey sign one request; answers the header that goes with it. The challenge is recomputed before anybody is asked. */
export async function signStepUp(call: PlainCall, known: KnownCall): Promise<string> {
  const { operation, params, query } = known;
  const options = await api.post<Pick<RequestOptions, 'challenge' | 'allowCredentials' | 'userVerification'>>(
    '/v1/step-up/options',
    { operation, params, query, ...(call.body === undefined ? {} : { body: call.body }) },
  );
  const [method, template] = STEP_UP_OPERATIONS[operation];
  const confirmed = { method, path: concretePath(template, params), query, body: call.body ?? null };
  if (!isStepUpChallenge(fromBase64Url(options.challenge), confirmed))
    throw new WrongChallengeError('The challenge is for another request');
  const { challenge, allowCredentials, userVerification } = options;
  const assertion = await signWithPasskey({
    challenge,
    ...(allowCredentials ? { allowCredentials } : {}),
    ...(userVerification ? { userVerification } : {}),
  });
  return toBase64Url(utf8(JSON.stringify(assertion)));
}
