import type {
  Assertion,
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@pid/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { PasskeyError, toPasskeyError } from './passkey-error.ts';

/** What is asked of a passkey; the pages make up some questions themselves. */
interface Question
  extends
    Pick<RequestOptions, 'challenge'>,
    Partial<Pick<RequestOptions, 'rpId' | 'timeout' | 'userVerification'>> {
  readonly allowCredentials?: readonly { readonly id: string; readonly type: 'public-key' }[];
}

export function passkeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Whether it is worth asking what the browser can do: older ones do not say. */
export function mayCreateSilently(): boolean {
  return passkeysSupported() && 'getClientCapabilities' in PublicKeyCredential;
}

/** The library is loaded on use: most visits need no ceremony. */
const loadLibrary = () => import('./library.ts');

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

export function createPasskey(options: CreationOptions): Promise<RegistrationResponse> {
  // The library names the transports that it knows; the contract takes them as they come.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return perform(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** Whoever keeps the passwords makes one without a prompt, or nothing happens. */
export async function createSilently(options: CreationOptions): Promise<RegistrationResponse> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return perform(({ startRegistration }) => startRegistration({ optionsJSON, useAutoRegister: true }));
}

/** `autofill`: the browser offers passkeys in a field and nothing pops up; it ends only by a choice or by `cancelCeremony`. */
export function askPasskey(
  question: Question,
  { autofill = false }: { autofill?: boolean } = {},
): Promise<AuthenticationResponse> {
  const optionsJSON = question as PublicKeyCredentialRequestOptionsJSON;
  return perform(async ({ startAuthentication }) => {
    const response = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: autofill,
      // There is no field to fill: whoever keeps the passkeys shows its own offer.
      verifyBrowserAutofillInput: false,
    });
    // A passkey that was found by itself names its owner; the service judges what came.
    return response as AuthenticationResponse;
  });
}

export async function signWithPasskey(question: Question): Promise<Assertion> {
  const { id, response } = await askPasskey(question);
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
