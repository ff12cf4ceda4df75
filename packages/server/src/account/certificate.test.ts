// Vaults that were never activated: certificates, claims on the chain, and the rights of a suspended player.
import {
  CLAIM_WAIT_SECONDS,
  certificateInstruction,
  claimInstruction,
  brandPasskeyPoint,
  decodeClaim,
  deriveWallet,
  findClaimAddress,
  fromBase64Url,
  passkeyInstruction,
  readCertificateFile,
  toAddress,
  type ProgramInstruction,
} from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import {
  activate,
  chainOf,
  fund,
  newOwner,
  signIntent,
  sol,
  withdraw,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { giveFurtherPasskey, givePasskey, removeOwnPasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInConfirming } from '../../test/step-up-helper.ts';
import type { SoftPasskey } from '../../test/soft-passkey.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { OperatorTransactionError, landTransaction } from '../chain/index.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { advancePosition } from './claims.store.ts';
import { watchClaims } from './watch-claims.ts';

let service: TestService;
let chain: ChainClient;
let admin: HttpClient;
const stranger = newSigner();

beforeAll(async () => {
  service = await startTestService({ PID_ADMINS: 'the_operator@pid' });
  chain = await chainOf(service);
  const operator = await newPlayer(service, 'the_operator');
  admin = await signInConfirming(service, await givePasskey(operator.client));
  await operator.client.post('/v1/dev/airdrop', { address: stranger.address, lamports: sol.toString() });
});

async function certificates(owner: Pick<WalletOwner, 'client'>) {
  const { status, body } = await owner.client.get('/v1/account/certificate');
  expect(status).toBe(200);
  return body.items;
}

/** Opens a claim from the certificate file alone, as any third party could. */
async function claim(owner: WalletOwner, passkey: SoftPasskey, file: unknown): Promise<string> {
  const kept = readCertificateFile(file)!;
  const { certificate, registrar, signature } = kept;
  const { seconds } = await chain.time();
  const expiry = Number(seconds) + 300;
  const authority = brandPasskeyPoint(passkey.publicKey);
  const intent = { action: 'claim', authority, rpIdHash: certificate.rpIdHash } as const;
  const assertion = await signIntent(owner, passkey, intent, { nonce: 0n, expiry });
  const client = fromBase64Url(assertion.clientDataJSON);
  const bytes = {
    signature: fromBase64Url(assertion.signature),
    authenticatorData: fromBase64Url(assertion.authenticatorData),
    clientDataJSON: client,
  };
  const origin = `"origin":"${service.baseUrl.replace(/\/$/, '')}"`;
  const tail = client.slice(Buffer.from(client).indexOf(origin) + origin.length);
  const wallet = deriveWallet(certificate.program, certificate.accountId);
  const instructions: ProgramInstruction[] = [
    certificateInstruction(registrar, signature, certificate),
    passkeyInstruction(authority, bytes),
    claimInstruction(wallet, {
      payer: stranger.address,
      authority,
      issuedAt: certificate.issuedAt,
      expiry: BigInt(expiry),
      tail,
    }),
  ];
  const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
  try {
    await landTransaction({ client: chain, sleep }, stranger, instructions);
    return 'landed';
  } catch (error) {
    if (error instanceof OperatorTransactionError) return error.message;
    throw error;
  }
}

async function claimOf(owner: WalletOwner) {
  const program = toAddress((await owner.client.get('/v1/chain')).body.programId);
  const kept = readCertificateFile((await certificates(owner))[0])!;
  const { address } = findClaimAddress(program, kept.certificate.accountId);
  const { account } = await chain.account(address);
  return account ? decodeClaim(account.data) : null;
}

async function notices(owner: WalletOwner) {
  const { items } = (await owner.client.get('/v1/notices')).body;
  return items.filter(({ type }: { type: string }) => type === 'wallet.claim_opened');
}

async function watch(): Promise<void> {
  const program = toAddress((await service.client().get('/v1/chain')).body.programId);
  await watchClaims({ db: service.db, clock: service.clock, chain: { client: chain, programId: program } });
}

test('issues a stored certificate for each passkey that counts, exports it, and issues none after activation', async () => {
  const owner = await newOwner(service);
  const [file, ...others] = await certificates(owner);
  expect(others).toEqual([]);
  expect(file).toMatchObject({ pid: owner.pid, credentialId: owner.passkey.credentialId });
  expect(await certificates(owner)).toEqual([file]);
  expect((await owner.client.get('/v1/identity/export')).body.walletCertificates).toEqual([file]);
  await fund(owner, sol);
  expect((await activate(owner)).body.status).toBe('activated');
  expect(await certificates(owner)).toEqual([]);
});

test('a passkey that does not count yet gets no certificate and cannot activate the account', async () => {
  const owner = await newOwner(service);
  await fund(owner, sol);
  await service.db.query(
    `update passkeys set counts_from = now() + interval '1 day' where credential_id = $1`,
    [Buffer.from(owner.passkey.credentialId, 'base64url')],
  );
  expect(await certificates(owner)).toEqual([]);
  expect(await activate(owner)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/too new/) },
  });
});

test('a newer certificate replaces the claim of a revoked passkey; the player gets one notice per claim', async () => {
  const owner = await newOwner(service);
  await fund(owner, sol);
  const thief = owner.passkey;
  const kept = await giveFurtherPasskey(owner.client, owner.passkey);
  const stolen = (await certificates(owner)).find(
    ({ credentialId }: { credentialId: string }) => credentialId === thief.credentialId,
  );
  expect(await removeOwnPasskey(owner.client, thief)).toMatchObject({ status: 200 });
  expect(await claim(owner, thief, stolen)).toBe('landed');
  await watch();
  await watch();
  const [told] = await notices(owner);
  expect(told.data).toMatchObject({ own: false });
  expect(await notices(owner)).toHaveLength(1);
  const [newer] = await certificates(owner);
  expect(newer.credentialId).toBe(kept.credentialId);
  expect(newer.issuedAt).toBeGreaterThan(stolen.issuedAt);
  // The chain refuses a certificate dated after its own clock.
  await expect
    .poll(async () => Number((await chain.time()).seconds), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(newer.issuedAt);
  expect(await claim(owner, kept, newer)).toBe('landed');
  expect(await claimOf(owner)).toMatchObject({
    authority: new Uint8Array(brandPasskeyPoint(kept.publicKey)),
    issuedAt: BigInt(newer.issuedAt),
  });
  expect(await claim(owner, thief, stolen)).toMatch(/the same or a later date|7085/);
  await watch();
  expect((await notices(owner)).map(({ data }: { data: { own: boolean } }) => data.own)).toEqual([
    true,
    false,
  ]);
});

test('a suspended player can activate, which defeats an open claim', async () => {
  const owner = await newOwner(service);
  await fund(owner, sol);
  const [file] = await certificates(owner);
  expect(await claim(owner, owner.passkey, file)).toBe('landed');
  const opened = await claimOf(owner);
  expect(opened!.readyAt - (await chain.time()).seconds).toBeLessThanOrEqual(CLAIM_WAIT_SECONDS);
  expect((await admin.post(`/v1/admin/identities/${owner.pid}/suspend`)).status).toBe(200);
  expect((await activate(owner)).body).toMatchObject({ status: 'activated' });
  const to = newSigner().address;
  expect(await withdraw(owner, { to, amount: 5_000_000n })).toMatchObject({ status: 200 });
  expect(await claim(owner, owner.passkey, file)).toMatch(/already activated|7024/);
});

test('an administrator cannot delete an identity with money in an unactivated wallet without a reason to abandon it', async () => {
  const owner = await newOwner(service);
  const remove = (body?: object) => admin.post(`/v1/admin/identities/${owner.pid}/delete`, body);
  const { requiredLamports } = (await owner.client.get('/v1/account')).body;
  await fund(owner, BigInt(requiredLamports));
  await fund(owner, 1n);
  expect(await remove()).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^The wallet was never activated and holds/) },
  });
  expect(await remove({ abandon: true })).toMatchObject({ status: 400 });
  expect(await remove({ abandon: true, reason: 'spam of a stranger' })).toMatchObject({
    status: 200,
    body: { status: 'deleted' },
  });
  const [deleted] = (await admin.get('/v1/admin/audit')).body.items;
  expect(deleted).toMatchObject({
    action: 'identity.deleted',
    details: { abandoned: 'spam of a stranger' },
  });
  const poor = await newOwner(service);
  await fund(poor, BigInt(requiredLamports));
  expect((await admin.post(`/v1/admin/identities/${poor.pid}/delete`, {})).status).toBe(200);
});

test('`pid admin delete` checks the wallet on the chain and cancels open top-ups at the provider', async () => {
  const command = async (...words: string[]) => {
    const environment = {
      PID_DATABASE_URL: service.connectionString,
      PID_MASTER_KEY: testMasterKey,
      PID_BASE_URL: service.baseUrl,
      PID_LOG_LEVEL: 'silent',
    };
    const { code, text } = await runPid([...words, '--yes'], environment);
    return { code, text };
  };
  const owner = await newOwner(service);
  await fund(owner, sol);
  const topUp = (await owner.client.post('/v1/fiat/topups', { amount: 50_000 })).body;
  const statusOf = async () =>
    (await service.db.query<{ status: string }>('select status from topups where id = $1', [topUp.id])).rows;
  expect(await command('admin', 'delete', owner.pid)).toEqual({
    code: 1,
    text: expect.stringMatching(/^The wallet was never activated and holds 1000000000 lamports/),
  });
  expect((await owner.client.get('/v1/identity/me')).status).toBe(200);
  expect(await statusOf()).toEqual([{ status: 'pending' }]);
  expect((await command('admin', 'suspend', owner.pid, '--abandon', 'why')).code).toBe(2);
  expect((await command('admin', 'delete', owner.pid, '--abandon', '')).code).toBe(1);
  expect(await command('admin', 'delete', owner.pid, '--abandon', 'the player asked for it')).toEqual({
    code: 0,
    text: `${owner.pid} is deleted.`,
  });
  expect(await statusOf()).toEqual([{ status: 'failed' }]);
  const [deleted] = (await admin.get('/v1/admin/audit')).body.items;
  expect(deleted).toMatchObject({ actor: 'cli', details: { abandoned: 'the player asked for it' } });
});

test('the claim watch checks each player once per round, a failed batch again, and one of two nodes moves on', async () => {
  const program = toAddress((await service.client().get('/v1/chain')).body.programId);
  const seen: string[] = [];
  const spy: ChainClient = {
    ...chain,
    accounts: (addresses, options) => {
      seen.push(...addresses);
      return chain.accounts(addresses, options);
    },
  };
  const deps = { db: service.db, clock: service.clock, chain: { client: spy, programId: program } };
  const begin = '00000000-0000-0000-0000-000000000000';
  const { rows } = await service.db.query<{ id: string }>(
    `select id from identities i where status <> 'deleted' and not exists (select from smart_accounts where identity_id = i.id)`,
  );
  await service.db.query('update claim_watch set after_identity = $1', [begin]);
  const turns = Math.floor(rows.length / 2) + 1;
  const unreachable: ChainClient = { ...chain, accounts: () => Promise.reject(new Error('no chain')) };
  const failing = { ...deps, chain: { client: unreachable, programId: program } };
  await expect(watchClaims(failing, 2)).rejects.toThrow('no chain');
  for (let turn = 0; turn < turns; turn++) await watchClaims(deps, 2);
  expect(new Set(seen).size).toBe(rows.length);
  expect(seen).toHaveLength(rows.length);
  const next = rows[0]!.id;
  const takes = await Promise.all([
    advancePosition(service.db, begin, next),
    advancePosition(service.db, begin, next),
  ]);
  expect(takes.toSorted()).toEqual([false, true]);
});
