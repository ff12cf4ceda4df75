import { randomBytes } from 'node:crypto';
import { addressFromBytes } from '@pid/protocol';
import { expect, it } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInConfirming } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { openProgramAllowlist } from './program-allowlist.ts';
import { createLogger } from '../platform/log.ts';

const path = '/v1/admin/game-programs';
const key = () => addressFromBytes(randomBytes(32));
const configured = key();
const service = await startTestService({
  PID_ADMINS: 'allow_admin@pid',
  PID_GAME_PROGRAMS: `${configured}:app_one`,
});
const otherNode = await startTestService({ PID_GAME_PROGRAMS: `${configured}:app_one` }, service);
const { client: first } = await newPlayer(service, 'allow_admin');
const admin = await signInConfirming(service, await givePasskey(first));
const player = await newPlayer(service);

/** The timer reloads every 20 seconds, so an earlier change came by notification. */
const soonerThanTimer = { timeout: 15_000, interval: 20 };

/** Whether the program passes the allowlist on both nodes. */
async function isAllowed(program: string): Promise<boolean[]> {
  const elsewhere = otherNode.client();
  elsewhere.setCookie('pid_access', player.client.cookie('pid_access')!);
  const body = { allowedProgram: program };
  const answers = await Promise.all(
    [player.client, elsewhere].map((client) => client.post('/v1/session-keys/grants/validate', body)),
  );
  return answers.map(
    ({ body: { message } }) => !message.includes('allowedProgram must be an allowlisted game program'),
  );
}

it('if a list exists, only its programs pass; an administrator’s entry applies immediately on this node and soon on the others', async () => {
  const program = key();
  expect(await isAllowed(configured)).toStrictEqual([true, true]);
  expect(await isAllowed(program)).toStrictEqual([false, false]);
  const { clientId } = await newApp(player.client);
  const entered = await admin.post(path, { program, name: 'Chess', clientId });
  expect(entered).toMatchObject({ status: 201, body: { program, name: 'Chess', clientId } });
  expect((await isAllowed(program))[0]).toBe(true);
  await expect.poll(() => isAllowed(program), soonerThanTimer).toStrictEqual([true, true]);
  expect((await admin.get(path)).body.items).toMatchObject([{ program, name: 'Chess', clientId }]);
  expect((await admin.delete(`${path}/${program}`)).body).toStrictEqual({ ok: true });
  expect((await isAllowed(program))[0]).toBe(false);
  await expect.poll(() => isAllowed(program), soonerThanTimer).toStrictEqual([false, false]);
  expect((await admin.delete(`${path}/${program}`)).status).toBe(404);
  const { body } = await admin.get('/v1/admin/audit');
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['game_program.allowed', 'game_program.disallowed']),
  );
});

it('runtime programs and unknown apps are refused, and players get 404', async () => {
  const builtin = 'ComputeBudget111111111111111111111111111111';
  expect((await admin.post(path, { program: builtin, name: 'x' })).body.message).toStrictEqual([
    'program must not be a program of the runtime',
  ]);
  expect(
    (await admin.post(path, { program: key(), name: 'x', clientId: 'none' })).body.message,
  ).toStrictEqual(['clientId must be of a registered app']);
  expect((await player.client.get(path)).status).toBe(404);
  expect((await player.client.post(path, { program: key(), name: 'x' })).status).toBe(404);
});

it('an empty list allows any program on loopback and none elsewhere', async () => {
  const notifications = { on: () => {}, onGap: () => {}, close: async () => {} };
  const deps = {
    db: service.db,
    notifications,
    log: createLogger('silent'),
    configured: [],
    ownProgram: key(),
  };
  const [local, remote] = await Promise.all(
    [true, false].map((loopback) => openProgramAllowlist({ ...deps, loopback })),
  );
  const program = key();
  expect([local!.has(program), remote!.has(program)]).toStrictEqual([true, false]);
  expect([
    local!.has(deps.ownProgram),
    local!.has('SysvarC1ock11111111111111111111111111111111'),
  ]).toStrictEqual([false, false]);
  local!.close();
  remote!.close();
});

it('a game removed from the list cannot be played, even by open sessions', async () => {
  const program = key();
  const session = key();
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    player.handle,
  ]);
  await service.db.query(
    `insert into session_grants (session_address, identity_id, vault, session_pubkey, allowed_program, expires_at, signature, registered_at)
     values ($1, $2, $3, $4, $5, 4102444800, 'x', now())`,
    [session, rows[0]!.id, key(), key(), program],
  );
  const move = {
    sessionAddress: session,
    data: 'AA',
    accounts: [],
    blockhash: key(),
    signature: '1'.repeat(64),
  };
  const execute = async () => (await player.client.post('/v1/session-keys/execute', move)).body.message;
  const delisted = 'The game is no longer allowed for sessions';
  expect(await execute()).toBe(delisted);
  expect((await admin.post(path, { program, name: 'Go' })).status).toBe(201);
  expect(await execute()).toContain('signature is not the session key’s');
  expect((await admin.delete(`${path}/${program}`)).status).toBe(200);
  expect(await execute()).toBe(delisted);
});
