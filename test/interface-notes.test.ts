import { readFileSync } from 'node:fs';
import { errorTable, operations, refusalsOf, type Operation, type OperationName } from '@pid/contract';
import { expect, test } from 'vitest';

const notes = readFileSync(new URL('../packages/web/guides/99-interface-notes.md', import.meta.url), 'utf8');
const [differences = ''] = notes.split('## Decisions');

interface Specified {
  readonly operation: OperationName;
  readonly body?: string;
  readonly reply: string;
  readonly statuses: readonly number[];
}

const activation =
  'pid status smartAccountAddress balanceLamports requiredLamports networkFeeLamports protocolFeeBps chainTime treasury feePolicyVersion rpIdHash';
const fees = 'networkFeeLamports protocolFeeBps feePolicyVersion totalFeeLamports chainTime treasury';
const grant =
  'vault accountId sessionPubkey allowedProgram expiresAt recordedHasAuthority recordedAuthority recordedSlot deadline nonce';

/** The fields and statuses in the interface document. */
const specified: readonly Specified[] = [
  { operation: 'claimHandle', body: 'handle', reply: 'ok pid pidCode redirectTo', statuses: [400, 410, 429] },
  {
    operation: 'walletWithdraw',
    body: 'asset to amount nonce expiry feePolicyVersion quotedNetworkFeeLamports assertion',
    reply: 'signature networkFeeLamports protocolFeeLamports status',
    statuses: [400, 401, 404, 429],
  },
  { operation: 'walletQuoteWithdrawal', body: 'asset', reply: fees, statuses: [401, 404, 429] },
  {
    operation: 'walletRotate',
    body: 'oldCredentialId newCredentialId nonce expiry assertion',
    reply: 'signature status',
    statuses: [400, 401, 404, 429],
  },
  {
    operation: 'activateAccount',
    body: 'expiry feePolicyVersion quotedNetworkFeeLamports assertion',
    reply: activation,
    statuses: [400, 401, 404, 429],
  },
  { operation: 'getIdentity', reply: 'pid status createdAt', statuses: [401, 404, 429] },
  { operation: 'listCredentials', reply: 'id provider linkedAt email lastLoginAt', statuses: [401, 429] },
  {
    operation: 'validateSessionGrant',
    body: grant,
    reply: 'sessionAddress registerPayload',
    statuses: [400, 401, 429],
  },
];

function fieldsOf(schema: unknown): string[] {
  const { properties = {}, items } = schema as { properties?: object; items?: { properties: object } };
  return Object.keys(items?.properties ?? properties);
}

/** Returns the fields that the document does not have. All fields of the document must exist. */
function further(schema: unknown, given: string): string[] {
  const fields = fieldsOf(schema);
  expect(fields).toEqual(expect.arrayContaining(given.split(' ')));
  return fields.filter((field) => !given.split(' ').includes(field));
}

test.each(specified)(
  'the notes name every field and status that $operation has beyond the document',
  (expected) => {
    const operation: Operation = operations[expected.operation];
    const fields = [
      ...further(operation.reply, expected.reply),
      ...(expected.body ? further(operation.body, expected.body) : []),
    ];
    for (const field of fields) expect(differences).toContain(`\`${field}\``);
    const statuses = new Set(refusalsOf(operation).map((code) => errorTable[code].status));
    for (const status of expected.statuses) expect([...statuses]).toContain(status);
    const row = differences
      .split('\n')
      .find((line) => line.startsWith('| Each endpoint lists its statuses'))!;
    for (const status of statuses)
      if (!expected.statuses.includes(status)) expect(row).toContain(String(status));
  },
);
