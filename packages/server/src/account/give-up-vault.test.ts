import { givenUpDigest, type Address } from '@pid/protocol';
import { expect, test } from 'vitest';
import { chainOf, fund, giveTokens, newOwner, type WalletOwner } from '../../test/account-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const chain = await chainOf(service);

/** An owner whose unused wallet received dust and spam tokens from strangers. */
async function dustedOwner(lamports: bigint): Promise<WalletOwner & { mint: Address }> {
  const owner = await newOwner(service);
  await fund(owner, lamports);
  return { ...owner, mint: await giveTokens(service, chain, owner.vault, 7n) };
}

const digestNow = async ({ client }: WalletOwner) =>
  givenUpDigest((await client.get('/v1/account/assets')).body.items);

test('a deletion with assets left in the vault requires the digest of exactly those assets', async () => {
  const owner = await dustedOwner(890_880n);
  const { client, mint, passkey } = owner;
  const held = `890880 base units of SOL, 7 base units of ${mint}`;
  expect((await client.post('/v1/identity/me/deletion')).body.message).toBe(
    `The smart account still holds ${held}: withdraw it first`,
  );
  const refuse = `The smart account does not hold exactly what is given up, it holds ${held}. Read its assets again`;
  expect((await client.post('/v1/identity/me/deletion', { abandon: '0'.repeat(64) })).body.message).toBe(
    refuse,
  );
  expect((await client.post('/v1/identity/me/deletion', { abandon: 'all' })).body.message).toEqual([
    'abandon must be 64 hexadecimal digits',
  ]);

  const abandon = await digestNow(owner);
  const signed = async () =>
    passkey.assert((await client.post('/v1/identity/me/deletion', { abandon })).body);
  // The signature covers the list of abandoned assets: it is invalid with another list or without one.
  for (const other of [{}, { abandon: '0'.repeat(64) }])
    expect(
      (await client.delete('/v1/identity/me', { assertion: await signed(), ...other })).body.message,
    ).toContain('challenge is unknown');

  const assertion = await signed();
  await giveTokens(service, chain, owner.vault, 1n);
  expect((await client.delete('/v1/identity/me', { assertion, abandon })).body.message).toContain(
    'does not hold exactly what is given up',
  );
  expect((await client.get('/v1/identity/me')).body.status).toBe('active');

  const again = await digestNow(owner);
  const challenge = await client.post('/v1/identity/me/deletion', { abandon: again });
  expect(
    (await client.delete('/v1/identity/me', { assertion: passkey.assert(challenge.body), abandon: again }))
      .body,
  ).toEqual({ ok: true });
  const { rows } = await service.db.query(
    "select details->>'abandoned' as abandoned from audit_events where action = 'identity.deleted' and target = $1",
    [owner.pid],
  );
  expect(rows).toEqual([{ abandoned: again }]);
});

test('refuses to abandon SOL above the dust limit', async () => {
  const owner = await dustedOwner(5_000_001n);
  const abandon = await digestNow(owner);
  expect((await owner.client.post('/v1/identity/me/deletion', { abandon })).body.message).toContain(
    'withdraw it first',
  );
  const { client } = await newOwner(service);
  expect((await client.post('/v1/identity/me/deletion')).status).toBe(200);
});
