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

/** A request to a passkey. The pages build some of these themselves. */
interface Question
  extends
    Pick<RequestOptions, 'challenge'>,
    Partial<Pick<RequestOptions, 'rpId' | 'timeout' | 'userVerification'>> {
  readonly allowCredentials?: readonly { readonly id: string; readonly type: 'public-key' }[];
}

export function passkeysSupported(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** True if the browser can report its capabilities; older browsers cannot. */
export function mayCreateSilently(): boolean {
  return passkeysSupported() && 'getClientCapabilities' in PublicKeyCredential;
}

/** The library is loaded on use: most visits need no passkey. */
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
  // The library types only the transports that it knows; the contract accepts any.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return perform(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** Lets the password manager create a passkey without a prompt, or does nothing. */
export async function createSilently(options: CreationOptions): Promise<RegistrationResponse> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return perform(({ startRegistration }) => startRegistration({ optionsJSON, useAutoRegister: true }));
}

/**
 * With `autofill`, the browser offers passkeys in a field without a prompt. It ends only when the player
 * chooses one or by `cancelCeremony`.
 */
export function askPasskey(
  question: Question,
  { autofill = false }: { autofill?: boolean } = {},
): Promise<AuthenticationResponse> {
  const optionsJSON = question as PublicKeyCredentialRequestOptionsJSON;
  return perform(async ({ startAuthentication }) => {
    const response = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: autofill,
      // There is no input field to check: the password manager shows its own offer.
      verifyBrowserAutofillInput: false,
    });
    // A discoverable passkey contains its user handle; the service checks the response.
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
