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

const approvalId = described(uuid, 'UUID of the approval.');

const approval = Type.Object(
  {
    id: approvalId,
    state: literals(['pending', 'approved', 'denied', 'expired'], {
      description: 'Only a pending one can be decided; it expires after ten minutes.',
    }),
    name: words('What the new passkey is called.'),
    credentialId: nullable(
      words('WebAuthn credential id of the new passkey; null when it was denied or has run out.'),
    ),
    fingerprint: words('Twelve hexadecimal digits of the new key, shown on both devices, to be compared.'),
    address: nullable(words('Network address that asked; null when it is not known.')),
    userAgent: nullable(words('What the browser that asked called itself, or null.')),
    current: flag('Whether this very session asked for it.'),
    createdAt: instant('When it was asked for.'),
    expiresAt: instant('Until when it can be decided.'),
  },
  { title: 'CredentialApproval' },
);
const undecidable = ['no_such_approval', 'approval_decided', 'approval_expired'] as const;
const one = {
  access: 'user',
  params: Type.Object({ id: approvalId }),
  example: { id: '9c4e2b18-6f0a-4d57-b3c1-7e5a8d9f0b24' },
} as const;

export const approvals = declare('passkeys', {
  listCredentialApprovals: {
    summary: 'New passkeys that wait for approval, newest first',
    access: 'user',
    limitPer: 'session',
    query: Type.Object(pageQuery),
    reply: page(approval),
    example: {},
  },
  getCredentialApproval: {
    ...one,
    summary: 'One approval and its state; a waiting page asks this again and again',
    reply: approval,
    errors: ['no_such_approval'],
  },
  credentialApprovalOptions: {
    ...one,
    summary: 'What an existing passkey must sign to approve; the challenge contains the new key',
    reply: requestOptions,
    errors: [...undecidable, 'passkey_too_new', 'sign_in_again', 'frozen'],
  },
  approveCredential: {
    ...one,
    summary: 'Makes the waiting passkey active, signed by an existing one',
    description:
      'Both sign the same challenge when `newAssertion` is sent along: the new key has then proven itself, and a wallet may be handed to it at once.',
    body: Type.Object({
      assertion,
      newAssertion: Type.Optional(assertion),
    }),
    reply: Type.Object({
      status: literals(['active'], { description: 'It can be used from now on.' }),
      id: described(uuid, 'UUID of the passkey.'),
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
    summary: 'The waiting passkey shows that its device holds it, signed by itself',
    description:
      'For a new device that the approving one cannot reach: over a challenge of POST …/options in its own session. It approves nothing.',
    body: Type.Object({ newAssertion: assertion }),
    reply: okReply,
    errors: [...undecidable, 'challenge_unknown', 'passkey_refused', 'passkey_counter_fell'],
    example: { ...one.example, newAssertion: exampleAssertion },
  },
  denyCredential: {
    ...one,
    summary: 'Refuses the waiting passkey',
    limitPer: 'session',
    description: 'Needs no signature: saying no to a key that nobody could use yet harms nobody.',
    reply: okReply,
    errors: undecidable,
  },
});
