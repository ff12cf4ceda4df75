import { Type, type Static } from 'typebox';
import { base64url, described, flag, integer, literals, words } from '../schemas.ts';

const credentialId = described(base64url, 'WebAuthn credential id of the passkey, not its UUID.');
const clientDataJSON = described(base64url, 'What the browser asked the authenticator for, byte for byte.');
const authenticatorData = described(base64url, 'What the authenticator says of itself, byte for byte.');
const signature = described(base64url, 'ECDSA signature over P-256 and SHA-256, DER as browsers give it.');

/** What a passkey signed, inside a body. Binary fields are unpadded base64url. */
export const assertion = Type.Object(
  { id: credentialId, signature, authenticatorData, clientDataJSON },
  { title: 'Assertion' },
);
export type Assertion = Static<typeof assertion>;

const publicKeyType = literals(['public-key'], { description: 'Always public-key.' });
const challenge = words('What the passkey signs, unpadded base64url. Good once, in the session that asked.');
const timeout = integer('How long the challenge is good for, in milliseconds.');
const userVerification = literals(['required'], {
  description: 'The authenticator asks for a finger, a face or a code.',
});

const credentialDescriptor = Type.Object({
  id: words('WebAuthn credential id, unpadded base64url.'),
  type: publicKeyType,
  transports: Type.Array(Type.String(), {
    description: 'How the browser reaches it: internal, hybrid, usb.',
  }),
});
const allowCredentials = Type.Array(credentialDescriptor, {
  description: 'The passkeys that may sign; empty for any that the device holds.',
});

/** The standard JSON form (WebAuthn L3, 5.1.9): `PublicKeyCredential.parseRequestOptionsFromJSON` takes it as it is. */
export const requestOptions = Type.Object(
  {
    challenge,
    rpId: words('The host name that the passkeys belong to.'),
    timeout,
    userVerification,
    allowCredentials,
  },
  { title: 'RequestOptions' },
);
export type RequestOptions = Static<typeof requestOptions>;

/** What confirms one request, without what a page knows by itself. */
export const stepUpOptionFields = { challenge, allowCredentials, userVerification };

/** The same for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = Type.Object(
  {
    rp: Type.Object({
      id: words('The host name that the passkey will belong to.'),
      name: words('What the device calls the service.'),
    }),
    user: Type.Object({
      id: words('What the device keeps beside the key: random, nothing personal.'),
      name: words('The pid.'),
      displayName: words('The pid.'),
    }),
    challenge,
    pubKeyCredParams: Type.Array(
      Type.Object({
        type: publicKeyType,
        alg: integer('COSE algorithm: -7, ES256, and no other.'),
      }),
    ),
    timeout,
    attestation: literals(['none'], { description: 'No certificate is asked for.' }),
    excludeCredentials: Type.Array(credentialDescriptor, {
      description: 'The active passkeys: a device that holds one makes no second.',
    }),
    authenticatorSelection: Type.Object({
      residentKey: literals(['required'], {
        description: 'The device stores it, so that it is found at sign-in.',
      }),
      requireResidentKey: flag('The same for older browsers: always true.'),
      userVerification: literals(['required', 'preferred'], {
        description: 'As for a request; `preferred` only where nobody is asked.',
      }),
    }),
    extensions: Type.Object({
      credProps: flag('Asks whether the device stored it: always true.'),
    }),
  },
  { title: 'CreationOptions' },
);
export type CreationOptions = Static<typeof creationOptions>;

/** `PublicKeyCredential.toJSON()` of a registration; browsers may add to it what they like. */
export const registrationResponse = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type: publicKeyType,
    response: Type.Object(
      {
        clientDataJSON,
        attestationObject: Type.String({
          pattern: '^[A-Za-z0-9_-]+$',
          maxLength: 32_768,
          description: 'The new key and its attestation: format none, or packed without a certificate.',
        }),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: 32 }), {
            maxItems: 16,
            description: 'How the browser reaches the authenticator.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
    clientExtensionResults: Type.Optional(
      Type.Object(
        {
          credProps: Type.Optional(
            Type.Object(
              {
                rk: Type.Optional(flag('False when the device did not store it: then it is refused.')),
              },
              { additionalProperties: true },
            ),
          ),
        },
        { additionalProperties: true },
      ),
    ),
  },
  { additionalProperties: true, title: 'RegistrationResponse' },
);
export type RegistrationResponse = Static<typeof registrationResponse>;

/** `PublicKeyCredential.toJSON()` of an assertion; browsers may add to it what they like. */
export const authenticationResponse = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type: publicKeyType,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData,
        signature,
        userHandle: described(base64url, '`user.id` of the creation options: whose passkey it is.'),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true, title: 'AuthenticationResponse' },
);
export type AuthenticationResponse = Static<typeof authenticationResponse>;

/** Well-formed, for examples; no authenticator made it. */
export const exampleAssertion = {
  id: 'KEDetxZcUfinhVi6Za5nZQ',
  signature:
    'MEUCIQCkKvZf7y3m0sUKQJ8oRqVIXOgeX9hRrSh1lPeeMaTGWAIgF3nYx0hI7mO3iHc6vDGzHHNBpRZrEUhuNuNIrb5l4rM',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUFBQSIsIm9yaWdpbiI6Imh0dHBzOi8vcGlkLmV4YW1wbGUifQ',
};
