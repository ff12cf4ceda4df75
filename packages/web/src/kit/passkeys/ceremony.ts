import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { PasskeyError, toPasskeyError } from './passkey-error.ts';

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** What the API takes as proof that a passkey signed its challenge. */
export interface Assertion {
  readonly id: string;
  readonly signature: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
}

export function passkeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** The library is loaded on use: most visits need no ceremony. */
const loadLibrary = () => import('@simplewebauthn/browser');

async function perform<T>(
  ceremony: (library: Awaited<ReturnType<typeof loadLibrary>>) => Promise<T>,
): Promise<T> {
  if (!passkeysSupported()) throw new PasskeyError('unsupported');
  const library = await loadLibrary();
  try {
    return await ceremony(library);
  } catch (error) {
    throw toPasskeyError(error);
  }
}

export function createPasskey(optionsJSON: CreationOptions): Promise<RegistrationResponseJSON> {
  return perform(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** `autofill`: the browser offers passkeys in a field and nothing pops up; it ends only by a choice or by `cancelCeremony`. */
export function askPasskey(
  optionsJSON: RequestOptions,
  { autofill = false }: { autofill?: boolean } = {},
): Promise<AuthenticationResponseJSON> {
  return perform(({ startAuthentication }) =>
    startAuthentication({ optionsJSON, useBrowserAutofill: autofill }),
  );
}

export async function signWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { id, response } = await askPasskey(optionsJSON);
  const { signature, authenticatorData, clientDataJSON } = response;
  return { id, signature, authenticatorData, clientDataJSON };
}

export async function autofillSupported(): Promise<boolean> {
  if (!passkeysSupported()) return false;
  return (await loadLibrary()).browserSupportsWebAuthnAutofill();
}

export async function cancelCeremony(): Promise<void> {
  (await loadLibrary()).WebAuthnAbortService.cancelCeremony();
}
