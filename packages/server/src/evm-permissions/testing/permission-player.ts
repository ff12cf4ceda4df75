import { callDigest, hexOf, toEvmAddress, type Hex } from '@pid/protocol/evm';
import { bearing, machineTokenOf, newApp, type TestApp } from '../../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../../test/http-client.ts';
import { givePasskey } from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import type { SoftPasskey } from '../../../test/soft-passkey.ts';
import type { TestService } from '../../../test/test-service.ts';
import { game, play, sampleRequest } from './sample-request.ts';
import { softKey, type SoftKey } from './soft-keys.ts';

export interface PermissionPlayer {
  readonly client: HttpClient;
  readonly pid: string;
  readonly passkey: SoftPasskey;
}

export async function newPermissionPlayer(service: TestService): Promise<PermissionPlayer> {
  const { client, pid } = await newPlayer(service);
  return { client, pid, passkey: await givePasskey(client) };
}

export interface HoldingApp extends TestApp {
  readonly headers: Record<string, string>;
}

/** Creates an app with a machine token and an owner. */
export async function newHoldingApp(
  service: TestService,
  fields: Record<string, unknown> = {},
): Promise<HoldingApp> {
  const owner = await newPlayer(service);
  const app = await newApp(owner.client, fields);
  return { ...app, headers: bearing(await machineTokenOf(service.client(), app)) };
}

export interface GrantedPermission {
  readonly id: string;
  readonly digest: Hex;
  readonly session: SoftKey;
  readonly chainId: number;
  readonly account: string;
}

/** Creates a permission and approves it with the player's passkey. */
export async function grantPermission(
  service: TestService,
  player: PermissionPlayer,
  changes: Record<string, unknown> = {},
): Promise<GrantedPermission> {
  const session = softKey();
  const request = sampleRequest(service.clock.nowSeconds(), { publicKey: session.uncompressed, ...changes });
  const created = await player.client.post('/v1/permissions', request);
  if (created.status !== 201) throw new Error(`creation failed: ${created.text}`);
  const approved = await approve(player, created.body);
  if (approved.status !== 200) throw new Error(`approval failed: ${approved.text}`);
  return {
    id: created.body.id,
    digest: created.body.digest,
    session,
    chainId: request.chainId,
    account: request.account,
  };
}

export function approve(player: PermissionPlayer, created: { id: string; digest: string }): Promise<Answer> {
  return player.client.post(`/v1/permissions/${created.id}/approve`, {
    assertion: player.passkey.assert(Buffer.from(created.digest.slice(2), 'hex')),
  });
}

/** The body of a check with the session key's signature over the call. */
export function signedCheck(
  granted: GrantedPermission,
  deadline: number,
  changes: { to?: string; data?: Hex; value?: string; nonce?: string } = {},
  key: SoftKey = granted.session,
) {
  const call = { to: game as string, value: '0', data: play as Hex, nonce: '7', ...changes };
  const digest = callDigest(
    { chainId: granted.chainId, account: toEvmAddress(granted.account) },
    {
      permission: granted.digest,
      to: toEvmAddress(call.to),
      value: BigInt(call.value),
      data: Buffer.from(call.data.slice(2), 'hex'),
      nonce: BigInt(call.nonce),
      deadline,
    },
  );
  return { ...call, deadline, signature: hexOf(key.sign(digest)) };
}

/**
 * Moves the clock to half past the hour, so that no period ends while tests run. A test that advances to the
 * next hour gets there before its tokens expire.
 */
export function startWithinThePeriod({ clock }: TestService): void {
  clock.advanceSeconds(3600 - ((clock.nowSeconds() + 1800) % 3600));
}

/** Checks a call as the app that holds the permission. */
export async function checkCall(
  service: TestService,
  app: HoldingApp,
  id: string,
  call: Record<string, unknown>,
) {
  const body = { to: game, value: '0', data: play, ...call };
  return (await service.client().post(`/v1/permissions/${id}/check`, body, app.headers)).body;
}

export function codesOf(verdict: { reasons: string[] }): (string | undefined)[] {
  return verdict.reasons.map((reason) => reason.split(':')[0]);
}
