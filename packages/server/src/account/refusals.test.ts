import {
  findAccountAddress,
  accountIdFromPid,
  findTokenAccountAddress,
  TOKEN_2022_PROGRAM,
  type Address,
} from '@pid/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  activationBody,
  balanceOf,
  chainOf,
  fund,
  giveTokens,
  landedAt,
  newAccount,
  newOwner,
  rotationBody,
  withdraw,
  withdrawalBody,
  type Wanted,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { giveFurtherPasskey } from '../../test/passkey-helper.ts';
import { createSoftPasskey } from '../../test/soft-passkey.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { assertExpiry, assertNoDrift } from './check-authorization.ts';

let service: TestService;
let chain: ChainClient;
let owner: WalletOwner;
let chainFacts: { programId: Address; treasury: Address; chainTime: number };
let mint: Address;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
  owner = await newAccount(service);
  chainFacts = (await service.client().get('/v1/chain')).body;
  mint = await giveTokens(service, chain, owner.vault, 100n);
});

const to = newSigner().address;

async function refusal(wanted: Partial<Wanted>, status = 400): Promise<unknown> {
  const answer = await withdraw(owner, { to, amount: 10_000_000n, ...wanted });
  expect(answer.status).toBe(status);
  return answer.body.message;
}

describe('a withdrawal is refused', () => {
  test('when the account is not activated, before any other check', async () => {
    const stranger = await newOwner(service);
    const answer = await withdraw(stranger, { to, amount: 1n, nonce: 7n, expiry: 1 });
    expect(answer.body).toEqual({ statusCode: 400, message: 'The smart account is not activated' });
  });

  test('when the expiry has passed or is more than 600 seconds after chain time', async () => {
    expect(await refusal({ expiry: chainFacts.chainTime - 60 })).toMatch(
      new RegExp(`^expiry ${chainFacts.chainTime - 60} has passed, chain time is \\d+$`),
    );
    expect(await refusal({ expiry: chainFacts.chainTime + 700 })).toMatch(
      /^expiry \d+ is more than 600 seconds after chain time \d+$/,
    );
  });

  test('when the nonce is not the account’s nonce', async () => {
    expect(await refusal({ nonce: 9n })).toBe("nonce 9 is not the account's current nonce, which is 1");
    expect(await refusal({ nonce: 0n })).toBe("nonce 0 is not the account's current nonce, which is 1");
  });

  test('when the fee policy does not exist', async () => {
    expect(await refusal({ feePolicyVersion: 2 })).toBe(
      'feePolicyVersion 2 does not exist, the current one is 1',
    );
  });

  test('when the passkey is unknown, belongs to another identity, or is not the authority', async () => {
    expect(await refusal({ passkey: createSoftPasskey({ origin: service.baseUrl }) })).toBe(
      'Passkey refused: this service does not know it',
    );
    expect(await refusal({ passkey: (await newOwner(service)).passkey })).toBe(
      'Passkey refused: this service does not know it',
    );
    const further = await giveFurtherPasskey(owner.client, owner.passkey);
    expect(await refusal({ passkey: further })).toBe(
      'This passkey is not the authority of the smart account',
    );
  });

  test('when the signature does not match the request', async () => {
    const signed = await withdrawalBody(owner, { to, amount: 10_000_000n });
    for (const bent of [
      { amount: '10000001' },
      { to: newSigner().address },
      { asset: mint },
      { expiry: signed.expiry + 1 },
    ]) {
      const answer = await owner.client.post('/v1/account/withdraw', { ...signed, ...bent });
      expect(answer.body).toEqual({
        statusCode: 400,
        message: 'Passkey refused: it signed another challenge',
      });
    }
    expect(await refusal({ overrides: { userVerified: false } })).toMatch(/^Passkey refused: /);
  });

  test('when the network fee has risen above 120 % of the quote, with both amounts', async () => {
    expect(await refusal({ quoted: 8_333n })).toBe(
      'network fee rose to 10,000 lamports, above 120% of the quoted 8,333',
    );
    expect(await refusal({ quoted: 0n })).toBe(
      'network fee rose to 10,000 lamports, above 120% of the quoted 0',
    );
  });

  test('when money sent to the destination could not be recovered', async () => {
    const accountOf = ({ pid }: WalletOwner) =>
      findAccountAddress(chainFacts.programId, accountIdFromPid(pid)).address;
    expect(await refusal({ to: owner.vault })).toBe('to is your own vault');
    for (const holder of [owner, await newAccount(service)])
      expect(await refusal({ to: accountOf(holder) })).toBe('to is an account of the wallet program');
    const quote = { asset: 'SOL', to: owner.vault };
    expect((await owner.client.post('/v1/account/withdraw/quote', quote)).body.message).toBe(
      'to is your own vault',
    );
    expect(await refusal({ to: chainFacts.programId })).toBe('to is an account of the wallet program');
    expect(await refusal({ to: TOKEN_2022_PROGRAM })).toBe('to is a program');
    expect(await refusal({ to: mint })).toBe('to is a mint, not a wallet');
    expect(await refusal({ to: findTokenAccountAddress(owner.vault, mint).address })).toBe(
      'to is a token account, not a wallet: use the wallet that owns it',
    );
    expect(await refusal({ asset: newSigner().address, quoted: 3_000_000n })).toMatch(/is not an SPL mint$/);
  });

  test('when the vault holds too little, or the vault or the receiver would end below the rent-exempt minimum', async () => {
    const held = await balanceOf(chain, owner.vault);
    expect(await refusal({ amount: held })).toMatch(
      /^The vault holds [\d,]+ lamports, [\d,]+ are needed: amount [\d,]+, network fee 10,000, protocol fee 1,000$/,
    );
    expect(await refusal({ amount: held - 10_999n })).toMatch(/are needed/);
    expect(await refusal({ amount: held - 11_001n })).toMatch(
      /^The vault would be left with 1 lamports, between zero and the rent-exempt minimum of 890,880/,
    );
    expect(await refusal({ amount: held - 11_000n - 890_879n })).toMatch(
      /would be left with 890,879 lamports/,
    );
    expect(await refusal({ amount: 890_879n })).toBe(
      'to would hold 890,879 lamports, less than the rent-exempt minimum of 890,880',
    );
  });

  test('with one message per invalid field of the body', async () => {
    const body = await withdrawalBody(owner, { to, amount: 1n });
    const ask = async (bent: Record<string, unknown>) =>
      (await owner.client.post('/v1/account/withdraw', { ...body, ...bent })).body;
    expect(await ask({ amount: '0' })).toEqual({ statusCode: 400, message: ['amount must be at least 1'] });
    expect(await ask({ amount: '18446744073709551616' })).toEqual({
      statusCode: 400,
      message: ['amount must be a decimal string of an unsigned 64-bit integer'],
    });
    expect(await ask({ amount: 5, to: 'x' })).toMatchObject({
      statusCode: 400,
      message: [expect.stringMatching(/^to /), expect.stringMatching(/^amount /)],
    });
    expect(await ask({ asset: 'ETH' })).toEqual({
      statusCode: 400,
      message: ['asset must be SOL or the address of an SPL mint'],
    });
    expect(await ask({ extra: 1 })).toMatchObject({
      statusCode: 400,
      message: [expect.stringMatching(/extra/)],
    });
    expect(
      (await owner.client.post('/v1/account/withdraw', body, { 'idempotency-key': 'x'.repeat(129) })).body,
    ).toEqual({ statusCode: 400, message: ['Idempotency-Key must be 1-128 visible ASCII characters'] });
  });

  test('without using a lamport or a nonce', async () => {
    expect(
      await landedAt(chain, findAccountAddress(chainFacts.programId, accountIdFromPid(owner.pid)).address),
    ).toHaveLength(1);
    expect((await owner.client.get('/v1/account')).body.nonce).toBe('1');
  });
});

describe('an activation is refused', () => {
  test('for a wrong expiry, fee policy, passkey, challenge or network fee, checked in this order', async () => {
    const fresh = await newOwner(service);
    await fund(fresh, 5_000_000n);
    const body = await activationBody(fresh);
    const ask = async (bent: Record<string, unknown>) =>
      (await fresh.client.post('/v1/account/activate', { ...body, ...bent })).body.message;
    expect(await ask({ expiry: 1, feePolicyVersion: 9 })).toMatch(/^expiry 1 has passed/);
    expect(await ask({ feePolicyVersion: 9, quotedNetworkFeeLamports: '1' })).toBe(
      'feePolicyVersion 9 does not exist, the current one is 1',
    );
    expect(await ask({ assertion: { ...body.assertion, id: owner.passkey.credentialId } })).toBe(
      'Passkey refused: this service does not know it',
    );
    expect(await ask({ expiry: body.expiry + 1, quotedNetworkFeeLamports: '1' })).toBe(
      'Passkey refused: it signed another challenge',
    );
    expect(await ask({ quotedNetworkFeeLamports: '12499' })).toBe(
      'network fee rose to 15,000 lamports, above 120% of the quoted 12,499',
    );
    expect(await ask({ quotedNetworkFeeLamports: '12500', assertion: body.assertion })).toBeUndefined();
    expect((await fresh.client.get('/v1/account')).body.status).toBe('activated');
  });
});

describe('a rotation is refused', () => {
  test('when the new passkey is unknown or already the authority, or the old one is not the authority or did not sign', async () => {
    const next = createSoftPasskey({ origin: service.baseUrl });
    const ask = async (body: unknown) => (await owner.client.post('/v1/account/rotate', body)).body.message;
    expect(await ask(await rotationBody(owner, next))).toBe(
      'newCredentialId is not an active passkey of this identity',
    );
    expect(await ask(await rotationBody(owner, owner.passkey))).toBe(
      'newCredentialId is already the authority',
    );
    const further = await giveFurtherPasskey(owner.client, owner.passkey);
    expect(await ask(await rotationBody({ ...owner, passkey: further }, next))).toBe(
      'This passkey is not the authority of the smart account',
    );
    const body = await rotationBody(owner, next);
    expect(await ask({ ...body, assertion: { ...body.assertion, id: next.credentialId } })).toBe(
      'Passkey refused: the assertion must be from the passkey oldCredentialId',
    );
    expect(await ask({ ...body, nonce: '8' })).toBe("nonce 8 is not the account's current nonce, which is 1");
  });
});

test('accepts exactly 120 % of the quoted fee and refuses one lamport more', () => {
  expect(() => assertNoDrift(12_000n, 10_000n)).not.toThrow();
  expect(() => assertNoDrift(12_001n, 10_000n)).toThrow(/12,001/);
});

test('accepts an expiry from chain time to 600 seconds later and refuses one second beyond either', () => {
  expect(() => assertExpiry(1000, 1000n)).not.toThrow();
  expect(() => assertExpiry(1600, 1000n)).not.toThrow();
  expect(() => assertExpiry(999, 1000n)).toThrow(/has passed/);
  expect(() => assertExpiry(1601, 1000n)).toThrow(/more than 600 seconds/);
});
