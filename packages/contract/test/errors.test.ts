import { expect, test } from 'vitest';
import { errorTable, paths, standardRemedies, type DeletionBlock, type ErrorEntry } from '../src/index.ts';

const { deletion_blocked: blocked, passkey_refused: refused, too_many_passkeys: tooMany } = errorTable;

test('includes the amounts in the reason why a deletion is refused', () => {
  const blocks: [DeletionBlock, string][] = [
    [{ reason: 'balance', balance: 5000n, forfeited: 100n }, 'Rp5.000 on the balance'],
    [{ reason: 'app_balance', app: 'app_example', balance: 7n }, 'The app app_example holds Rp7'],
    [
      { reason: 'vault_not_empty', holds: '12 SOL, 5 mint', more: 0 },
      '12 base units of SOL, 5 base units of mint:',
    ],
    [
      { reason: 'vault_changed', holds: '12 SOL', more: 3 },
      '12 base units of SOL and 3 more. Read its assets again',
    ],
    [{ reason: 'never_activated', lamports: '9' }, 'holds 9 lamports'],
  ];
  for (const [block, words] of blocks) expect(blocked.sentence(block)).toContain(words);
});

test('words each reason why a passkey is refused', () => {
  expect(refused.sentence({ reason: 'user_unverified' })).toBe('Passkey refused: the user was not verified');
  expect(refused.sentence({ reason: 'not_base64url', field: 'signature' })).toBe(
    'Passkey refused: signature is not unpadded base64url',
  );
  expect(tooMany.sentence({ reason: 'active', max: 20 })).toContain('at most 20 passkeys');
  expect(tooMany.sentence({ reason: 'waiting', max: 5 })).toContain('5 passkeys already wait');
});

test('remedies are sentences that name only operations and codes that exist', () => {
  const remedies = [
    ...Object.entries<ErrorEntry>(errorTable).map(([code, { remedy }]) => [code, remedy] as const),
    ...Object.entries(standardRemedies),
  ];
  const known = new Set<string>(Object.values(paths));
  for (const [code, remedy] of remedies) {
    expect([code, remedy]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
    for (const [, address] of remedy.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g))
      expect([code, address, known.has(address!)]).toEqual([code, address, true]);
  }
});
