import { expect, test, beforeAll } from 'vitest';
import { activate, fund, newOwner, sol, withdraw } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

test('a vault is funded first, activated by a passkey, and pays SOL out', async () => {
  const owner = await newOwner(service);
  const empty = await owner.client.get('/v1/account');
  expect(empty).toMatchObject({
    status: 200,
    body: {
      pid: owner.pid,
      status: 'funding_required',
      smartAccountAddress: owner.vault,
      balanceLamports: 0,
      nonce: '0',
      authorityCredentialId: null,
    },
  });
  await fund(owner, sol);
  expect((await owner.client.get('/v1/account')).body).toMatchObject({
    status: 'ready',
    balanceLamports: 1_000_000_000,
  });
  const activated = await activate(owner);
  expect(activated).toMatchObject({ status: 200, body: { status: 'activated' } });
  const to = newSigner().address;
  const paid = await withdraw(owner, { to, amount: 50_000_000n });
  expect(paid).toMatchObject({
    status: 200,
    body: { status: 'confirmed', networkFeeLamports: '10000', protocolFeeLamports: '1000' },
  });
});
