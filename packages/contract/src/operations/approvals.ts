import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  described,
  flag,
  instant,
  literals,
  nullable,
  okReply,
  page,
  pageQuery,
  uuid,
  words,
} from '../schemas.ts';
import { assertion, exampleAssertion, requestOptions } from '../shapes/passkeys.ts';

const approvalId = described(uuid, 'Id of the approval (UUID).');

const approval = Type.Object(
  {
    id: approvalId,
    state: literals(['pending', 'approved', 'denied', 'expired'], {
      description:
        '`pending`: can be decided, until it expires after ten minutes. `approved`, `denied` and `expired` are final.',
    }),
    name: words('Name of the new passkey.'),
    credentialId: nullable(
      words('WebAuthn credential id of the new passkey; null if the approval was denied or has expired.'),
    ),
    fingerprint: words('Twelve hexadecimal digits of the new key, shown on both devices for comparison.'),
    address: nullable(words('Network address that requested the approval; null if unknown.')),
    userAgent: nullable(
      words('User-Agent header of the browser that requested the approval; null if unknown.'),
    ),
    current: flag('Whether this session requested the approval.'),
    createdAt: instant('Time of the request.'),
    expiresAt: instant('Time until which the approval can be decided.'),
  },
  { title: 'CredentialApproval' },
);
const undecidable = ['no_such_approval', 'approval_decided', 'approval_expired'] as const;
const one = {
  access: 'user',
  params: Type.Object({ id: approvalId }),
  example: { id: '9c4e2b18-6f0a-4d57-b3c1-7e5a8d9f0b24' },
} as const;

/** Only passkeys are approved. The published names say credential. */
export const approvals = declare('passkeys', {
  listCredentialApprovals: {
    summary: 'Lists the passkeys that wait for approval, newest first',
    access: 'user',
    limitPer: 'session',
    query: Type.Object(pageQuery),
    reply: page(approval),
    example: {},
  },
  getCredentialApproval: {
    ...one,
    summary: 'Returns an approval',
    description: 'The page of the new device polls this until the approval is decided.',
    reply: approval,
    errors: ['no_such_approval'],
  },
  credentialApprovalOptions: {
    ...one,
    summary: 'Returns the passkey challenge that approves a passkey',
    description: 'The challenge contains the public key of the new passkey.',
    reply: requestOptions,
    errors: [...undecidable, 'passkey_too_new', 'sign_in_again', 'frozen'],
  },
  approveCredential: {
    ...one,
    summary: 'Approves a passkey',
    description:
      'An existing passkey that counts signs the challenge, and the new passkey becomes active. If `newAssertion` is also sent, the new passkey has signed the same challenge, and a rotation of the smart account’s authority can follow immediately.',
    body: Type.Object({
      assertion,
      newAssertion: Type.Optional(assertion),
    }),
    reply: Type.Object({
      status: literals(['active'], { description: 'The passkey can be used.' }),
      id: described(uuid, 'Id of the passkey (UUID).'),
    }),
    errors: [
      ...undecidable,
      'frozen',
      'challenge_unknown',
      'passkey_refused',
      'passkey_counter_fell',
      'passkey_unknown',
      'passkey_too_new',
    ],
    example: { ...one.example, assertion: exampleAssertion },
  },
  proveCredential: {
    ...one,
    summary: 'Proves that the device holds the new passkey',
    description:
      'For a new device that the approving device cannot reach. The new passkey signs a challenge that its own session gets from POST /v1/credential-approvals/{id}/options. This does not approve the passkey.',
    body: Type.Object({ newAssertion: assertion }),
    reply: okReply,
    errors: [...undecidable, 'challenge_unknown', 'passkey_refused', 'passkey_counter_fell'],
    example: { ...one.example, newAssertion: exampleAssertion },
  },
  denyCredential: {
    ...one,
    summary: 'Denies a passkey',
    limitPer: 'session',
    description: 'Requires no signature, because the passkey could not be used yet.',
    reply: okReply,
    errors: undecidable,
  },
});
