import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  findVaultAddress,
  fromBase64Url,
  toAddress,
  toBase64Url,
  toBytes32,
  type Guardian,
  type Intent,
} from '@pid/protocol';
import { sheetKey, sheetWords, type SheetKey } from '@pid/protocol/sheet';
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { newAccount, signIntent, type WalletOwner } from './account-helper.ts';
import type { Answer, HttpClient } from './http-client.ts';
import { signInAs } from './sign-in-helper.ts';
import { createSoftPasskey, type SoftPasskey } from './soft-passkey.ts';
import type { TestService } from './test-service.ts';

export const weekSeconds = 604_800;

export const emailOf = ({ pid }: Pick<WalletOwner, 'pid'>): string =>
  `${pid.replace('@pid', '')}@example.com`;

/** A browser that is new for the player, signed in only at the provider. */
export async function newDevice(service: TestService, owner: Pick<WalletOwner, 'pid'>): Promise<HttpClient> {
  const client = service.client();
  await signInAs(client, emailOf(owner));
  return client;
}

/**
 * Runs the watch once on this node. The clock moves forward first, because the watch waits some seconds
 * between rounds.
 */
export async function sendWatch({ service, clock }: TestService): Promise<void> {
  clock.advanceSeconds(15);
  await service.runJob('watch recoveries');
}

/** Runs the watch until finalized blocks have led to a notice of this type for the owner. */
export async function untilTold(
  service: TestService,
  { pid }: Pick<WalletOwner, 'pid'>,
  type: string,
): Promise<void> {
  await expect
    .poll(
      async () => {
        await sendWatch(service);
        // Reads the database, because the end of a recovery also ends the owner's sessions.
        const { rows } = await service.db.query<{ type: string }>(
          `select n.type from notices n join identities i on i.id = n.identity_id where i.handle || '@pid' = $1`,
          [pid],
        );
        return rows.map((notice) => notice.type);
      },
      { interval: 200 },
    )
    .toContain(type);
}

export type GuardianBody =
  | { readonly kind: 'passkey' | 'sheet'; readonly publicKey: string }
  | { readonly kind: 'account'; readonly pid: string };

export async function newSheet(owner: Pick<WalletOwner, 'client' | 'pid'>): Promise<SheetKey> {
  const chain = await owner.client.call('getChain');
  return sheetKey(sheetWords(randomBytes(16)), {
    genesisHash: addressBytes(toAddress(chain.genesisHash)),
    accountId: accountIdFromPid(owner.pid),
  });
}

export function guardedBySheet(sheet: SheetKey): GuardianBody {
  return { kind: 'sheet', publicKey: toBase64Url(sheet.publicKey) };
}

export function guardianOf(guardian: GuardianBody): Guardian {
  if (guardian.kind === 'account') return { kind: 'account', accountId: accountIdFromPid(guardian.pid) };
  return { kind: guardian.kind, key: brandPasskeyPoint(fromBase64Url(guardian.publicKey)) };
}

/** The body of a policy, signed by the owner's passkey as on a page. */
export async function policyBody(
  owner: WalletOwner,
  guardians: readonly GuardianBody[],
  terms: { threshold?: number; delaySeconds?: number; passkey?: SoftPasskey } = {},
) {
  const { policyNonce, chainTime } = await owner.client.call('getRecovery');
  const { threshold = 1, delaySeconds = weekSeconds } = terms;
  const expiry = chainTime + 300;
  const intent: Intent = {
    action: 'setRecoveryPolicy',
    guardians: guardians.map(guardianOf),
    threshold,
    delaySeconds,
  };
  const passkey = terms.passkey ?? owner.passkey;
  return {
    guardians,
    threshold,
    delaySeconds,
    nonce: policyNonce,
    expiry,
    assertion: await signIntent(owner, passkey, intent, { nonce: BigInt(policyNonce), expiry }),
  };
}

export async function setPolicy(
  owner: WalletOwner,
  guardians: readonly GuardianBody[],
  terms: { threshold?: number; delaySeconds?: number; passkey?: SoftPasskey } = {},
): Promise<Answer> {
  return owner.client.put('/v1/recovery/policy', await policyBody(owner, guardians, terms));
}

/** Starts a recovery with a new passkey on a signed-in device. */
export async function startRecovery(
  client: HttpClient,
): Promise<{ passkey: SoftPasskey; answer: Answer; id: string }> {
  const passkey = createSoftPasskey({ origin: client.baseUrl });
  const creation = await client.call('passkeyCreationOptions');
  const answer = await client.post('/v1/recovery/attempts', { response: passkey.register(creation) });
  return { passkey, answer, id: String(answer.body.id) };
}

interface Ballot {
  /** Owner of the account to recover. */
  readonly pid: string;
  readonly guardian: number;
  readonly newAuthority: string;
  readonly nonce: string;
  readonly expiry: number;
}

async function voteIntent(client: HttpClient, { guardian, newAuthority }: Ballot): Promise<Intent> {
  const { rpIdHash } = await client.call('getChain');
  return {
    action: 'voteRecovery',
    index: guardian,
    newAuthority: brandPasskeyPoint(fromBase64Url(newAuthority)),
    newRpIdHash: toBytes32(fromBase64Url(rpIdHash)),
  };
}

export async function approveByPasskey(
  client: HttpClient,
  passkey: SoftPasskey,
  id: string,
  ballot: Ballot,
): Promise<Answer> {
  const { guardian, nonce, expiry } = ballot;
  const at = { nonce: BigInt(nonce), expiry };
  const assertion = await signIntent(
    { client, pid: ballot.pid },
    passkey,
    await voteIntent(client, ballot),
    at,
  );
  return client.post(`/v1/recovery/attempts/${id}/approve`, { guardian, nonce, expiry, assertion });
}

export async function sheetSignature(client: HttpClient, sheet: SheetKey, ballot: Ballot): Promise<string> {
  const chain = await client.call('getChain');
  const program = toAddress(chain.programId);
  const accountId = accountIdFromPid(ballot.pid);
  const scope = {
    genesisHash: addressBytes(toAddress(chain.genesisHash)),
    program,
    accountId,
    vault: findVaultAddress(program, accountId).address,
    nonce: BigInt(ballot.nonce),
    expiry: BigInt(ballot.expiry),
  };
  return toBase64Url(sheet.sign(challengeFor(scope, await voteIntent(client, ballot))));
}

export async function approveBySheet(
  client: HttpClient,
  sheet: SheetKey,
  id: string,
  ballot: Ballot,
): Promise<Answer> {
  const { guardian, nonce, expiry } = ballot;
  const signature = await sheetSignature(client, sheet, ballot);
  return client.post(`/v1/recovery/attempts/${id}/approve`, { guardian, nonce, expiry, signature });
}

export async function cancelOnChain(owner: WalletOwner, id: string): Promise<Answer> {
  const { policyNonce, chainTime } = await owner.client.call('getRecovery');
  const expiry = chainTime + 300;
  const at = { nonce: BigInt(policyNonce), expiry };
  const assertion = await signIntent(owner, owner.passkey, { action: 'cancelRecovery' }, at);
  return owner.client.post(`/v1/recovery/attempts/${id}/cancel`, { nonce: policyNonce, expiry, assertion });
}

/** Returns the vote that a guardian or a sheet signs for a started recovery. */
export async function ballotOf(
  client: HttpClient,
  owner: Pick<WalletOwner, 'pid'>,
  started: { answer: Answer },
  input: { guardian: number; nonce: string },
): Promise<Ballot> {
  expect(started.answer.status).toBe(201);
  const { chainTime } = await client.call('getChain');
  return {
    ...input,
    pid: owner.pid,
    newAuthority: String(started.answer.body.newAuthority),
    expiry: chainTime + 500,
  };
}

/** Creates an owner with a sheet as the only guardian, and a recovery that the sheet has approved. */
export async function approvedRecovery(service: TestService, terms: { delaySeconds?: number } = {}) {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)], terms)).status).toBe(200);
  return { owner, sheet, ...(await approveNew(service, owner, sheet)) };
}

/** Starts a recovery on a new device and approves it with the sheet. */
export async function approveNew(service: TestService, owner: WalletOwner, sheet: SheetKey) {
  const device = await newDevice(service, owner);
  const started = await startRecovery(device);
  const ballot = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
  expect((await approveBySheet(service.client(), sheet, started.id, ballot)).status).toBe(200);
  return { device, started };
}
