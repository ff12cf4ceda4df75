import { Type, type Static } from 'typebox';
import { base64url, described, flag, integer, literals, words } from '../schemas.ts';

const credentialId = described(
  base64url,
  'WebAuthn credential id of the passkey, in unpadded base64url. This is not its UUID.',
);
const clientDataJSON = described(base64url, 'Client data of the WebAuthn response, in unpadded base64url.');
const authenticatorData = described(
  base64url,
  'Authenticator data of the WebAuthn response, in unpadded base64url.',
);
const signature = described(
  base64url,
  'ECDSA signature (P-256, SHA-256) in DER, as browsers return it, in unpadded base64url.',
);

export const assertion = Type.Object(
  { id: credentialId, signature, authenticatorData, clientDataJSON },
  { title: 'Assertion' },
);
export type Assertion = Static<typeof assertion>;

const publicKeyType = literals(['public-key'], { description: 'Always `public-key`.' });
const challenge = words(
  'Challenge that the passkey signs, in unpadded base64url. Single-use, and only in the session that requested it.',
);
const timeout = integer('Lifetime of the challenge, in milliseconds.');
const userVerification = literals(['required'], {
  description: 'Always `required`: the authenticator verifies the player by fingerprint, face or PIN.',
});

const credentialDescriptor = Type.Object({
  id: words('WebAuthn credential id, in unpadded base64url.'),
  type: publicKeyType,
  transports: Type.Array(Type.String(), {
    description: 'How the browser reaches the authenticator, for example internal, hybrid or usb.',
  }),
});
const allowCredentials = Type.Array(credentialDescriptor, {
  description: 'Passkeys that can sign. If empty, any passkey of the device.',
});

/** Standard JSON form (WebAuthn Level 3, section 5.1.9) for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = Type.Object(
  {
    challenge,
    rpId: words('Host name that the passkeys belong to (relying-party id).'),
    timeout,
    userVerification,
    allowCredentials,
  },
  { title: 'RequestOptions' },
);
export type RequestOptions = Static<typeof requestOptions>;

/** The page knows the other request options itself. */
export const stepUpOptionFields = { challenge, allowCredentials, userVerification };

/** Standard JSON form for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = Type.Object(
  {
    rp: Type.Object({
      id: words('Host name that the passkey will belong to (relying-party id).'),
      name: words('Name of the service that the device shows.'),
    }),
    user: Type.Object({
      id: words(
        'User handle that the device stores with the passkey, in unpadded base64url. It contains no personal data.',
      ),
      name: words('pid of the player.'),
      displayName: words('pid of the player.'),
    }),
    challenge,
    pubKeyCredParams: Type.Array(
      Type.Object({
        type: publicKeyType,
        alg: integer('COSE algorithm. Always -7 (ES256).'),
      }),
    ),
    timeout,
    attestation: literals(['none'], { description: 'Always `none`: no attestation is requested.' }),
    excludeCredentials: Type.Array(credentialDescriptor, {
      description:
        'Active passkeys of the identity. A device that holds one of them does not create another.',
    }),
    authenticatorSelection: Type.Object({
      residentKey: literals(['required'], {
        description: 'Always `required`: the device stores the passkey, so that it can be found at sign-in.',
      }),
      requireResidentKey: flag('Always true. The same setting for older browsers.'),
      userVerification: literals(['required', 'preferred'], {
        description:
          '`required`: the authenticator verifies the player. `preferred`: only for a creation without a prompt.',
      }),
    }),
    extensions: Type.Object({
      credProps: flag('Always true: the browser reports whether the device stored the passkey.'),
    }),
  },
  { title: 'CreationOptions' },
);
export type CreationOptions = Static<typeof creationOptions>;

/** `PublicKeyCredential.toJSON()` of a registration. Browsers may add fields. */
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
          description:
            'New public key and its attestation, in unpadded base64url: format `none`, or `packed` without a certificate.',
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
                rk: Type.Optional(
                  flag('Whether the device stored the passkey. If false, the registration is refused.'),
                ),
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

/** `PublicKeyCredential.toJSON()` of an assertion. Browsers may add fields. */
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
        userHandle: described(
          base64url,
          'User handle that the device stored: `user.id` of the creation options, in unpadded base64url.',
        ),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true, title: 'AuthenticationResponse' },
);
export type AuthenticationResponse = Static<typeof authenticationResponse>;

/** Well-formed, but not made by an authenticator. */
export const exampleAssertion = {
  id: 'KEDetxZcUfinhVi6Za5nZQ',
  signature:
    'MEUCIQCkKvZf7y3m0sUKQJ8oRqVIXOgeX9hRrSh1lPeeMaTGWAIgF3nYx0hI7mO3iHc6vDGzHHNBpRZrEUhuNuNIrb5l4rM',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUFBQSIsIm9yaWdpbiI6Imh0dHBzOi8vcGlkLmV4YW1wbGUifQ',
};
