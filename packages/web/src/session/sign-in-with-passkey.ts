import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api } from '../api/api.ts';
import type { PasskeyAnswer } from '../api/types.ts';
import { rememberSignedIn } from './session.ts';

export type PasskeyOutcome = { readonly pid: string } | 'cancelled';

export function passkeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function';
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** The ceremony's library is loaded on use: most visits do not need it. */
export async function signInWithPasskey(options: { autofill: boolean }): Promise<PasskeyOutcome> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.post<PublicKeyCredentialRequestOptionsJSON>('/v1/auth/passkey/options', undefined, {
      session: 'none',
    }),
  ]);
  let response: unknown;
  try {
    response = await startAuthentication({ optionsJSON, useBrowserAutofill: options.autofill });
  } catch (error) {
    if (isCancelled(error)) return 'cancelled';
    throw error;
  }
  const answer = await api.post<PasskeyAnswer>('/v1/auth/passkey', { response }, { session: 'none' });
  rememberSignedIn(answer.pid);
  return { pid: answer.pid };
}
