import { toAddress, type Address } from '@pid/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAccount, type WalletOwner } from '../../test/account-helper.ts';
import { newApp } from '../../test/app-helper.ts';
import {
  grantsPath,
  newSessionKey,
  openGameSession,
  signedGrant,
  signedRevocation,
  type SessionKey,
} from '../../test/game-session-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';

const service = await startTestService();

let owner: WalletOwner;
let game: Address;
let prepared: Promise<void> | null = null;

// Runs once, in the first test: the helpers poll, which works only while a test runs.
beforeEach(() => (prepared ??= prepare()));

async function prepare(): Promise<void> {
  owner = await newAccount(service);
  game = toAddress((await owner.client.get('/v1/dev/game')).body.program);
}

const sign = (session: SessionKey, changes: Record<string, unknown> = {}) =>
  signedGrant(owner, game, session, changes);

describe('a registration is refused', () => {
  it('for another vault or account id than the caller’s', async () => {
    const session = newSessionKey();
    const other = newSessionKey().address;
    expect(
      (await owner.client.post(grantsPath, { ...(await sign(session)), vault: other })).body.message,
    ).toBe('vault does not belong to your smart account');
    const foreign = { ...(await sign(session)), accountId: `0x${'11'.repeat(32)}` };
    expect((await owner.client.post(grantsPath, foreign)).body.message).toBe(
      'accountId does not belong to your smart account',
    );
  });

  it('if the recorded slot or authority is not the current one, or the address is not a program', async () => {
    const session = newSessionKey();
    const slot = await owner.client.post(grantsPath, await sign(session, { recordedSlot: '1' }));
    expect(slot.body.message).toMatch(/^recordedSlot is not the current one, which is \d+$/);
    const authority = await owner.client.post(
      grantsPath,
      await sign(session, { recordedAuthority: newSessionKey().address }),
    );
    expect(authority.body.message).toMatch(/^recordedAuthority is not the current one, which is/);
    const none = await owner.client.post(
      grantsPath,
      await sign(session, { allowedProgram: newSessionKey().address }),
    );
    expect(none.body.message).toBe('allowedProgram is not an executable program of the upgradeable loader');
  });

  it('for an assertion over another grant, a wrong nonce, and broken rules, which are reported together', async () => {
    const signed = await sign(newSessionKey());
    expect((await owner.client.post(grantsPath, { ...signed, expiresAt: signed.expiresAt + 1 })).status).toBe(
      400,
    );
    expect((await owner.client.post(grantsPath, { ...signed, nonce: '999' })).body.message).toMatch(
      /^nonce 999 is not the account's/,
    );
    const broken = await owner.client.post(grantsPath, { ...signed, expiresAt: 1, deadline: 'x' });
    expect(broken.body.message.toSorted()).toStrictEqual([
      'deadline must be an integer',
      'expiresAt must be in the future',
    ]);
  });

  it('if its owner is suspended while it is being stored, and leaves no row', async () => {
    const player = await newAccount(service);
    const handle = player.pid.replace('@pid', '');
    const body = await signedGrant(player, game, newSessionKey());
    let waiting: Promise<{ status: number }> | undefined;
    await service.db.transaction(async (tx) => {
      await tx.query(`update identities set status = 'suspended' where handle = $1`, [handle]);
      waiting = player.client.post(grantsPath, body);
      await untilBlocked(service.db);
    });
    expect(await waiting).toMatchObject({ status: 403, body: { message: 'Identity suspended' } });
    const { rows } = await service.db.query(
      `select from relay_operations o join identities i on i.id = o.identity_id where kind = 'register_session' and handle = $1`,
      [handle],
    );
    expect(rows).toEqual([]);
  });

  it('and a stranger cannot revoke or see a session', async () => {
    const session = await openGameSession(owner, game);
    const stranger = await newAccount(service);
    const answer = await stranger.client.post(
      `${grantsPath}/${session.sessionAddress}/revoke`,
      await signedRevocation(owner, session.sessionAddress),
    );
    expect(answer.body).toStrictEqual({ statusCode: 404, message: 'No such session' });
    expect((await stranger.client.get(grantsPath)).body).toStrictEqual({ items: [], nextCursor: null });
  });
});

it('the list shows every session of the caller once, newest first, across all pages', async () => {
  const player = await newAccount(service);
  const opened: string[] = [];
  for (let count = 0; count < 3; count += 1)
    opened.unshift((await openGameSession(player, game)).sessionAddress);
  const seen: string[] = [];
  // Bounded, so that an endless list fails instead of running without end.
  for (let cursor: string | null = ''; cursor !== null && seen.length <= opened.length;) {
    const page = await player.client.get(`${grantsPath}?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.body.items.map((item: { sessionAddress: string }) => item.sessionAddress));
    cursor = page.body.nextCursor;
  }
  expect(seen).toEqual(opened);
});

describe('the name of a game', () => {
  const gameOf = async (player: WalletOwner) =>
    (await player.client.call('listSessionGrants', {})).items.map((session) => session.game);

  it('is that of the app that asked, and in the activity too; null without one', async () => {
    const player = await newAccount(service);
    await openGameSession(player, game);
    const app = await newApp(player.client, { name: 'Three in a Row' });
    await openGameSession(player, game, { clientId: app.clientId });
    expect(await gameOf(player)).toEqual(['Three in a Row', null]);
    const { items } = await player.client.call('listActivity', {});
    const opened = items.filter(({ action }) => action === 'session.registered');
    expect(opened.map(({ details }) => details['app'])).toEqual(['Three in a Row', undefined]);
  });

  it('is that of administrators, if they have named the program', async () => {
    const player = await newAccount(service);
    const app = await newApp(player.client, { name: 'Anything' });
    await openGameSession(player, game, { clientId: app.clientId });
    await service.db.query(
      `insert into game_programs (program, name, created_by, created_at) values ($1, 'Noughts', 'a test', now())`,
      [game],
    );
    expect(await gameOf(player)).toEqual(['Noughts']);
    await service.db.query('delete from game_programs');
  });
});
