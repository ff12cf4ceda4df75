import { expect, it } from 'vitest';
import { SYSTEM_PROGRAM, findProgramDataAddress } from '@pid/protocol';
import { close, execute, openBoard, openSession, register } from './support/sessions.ts';
import { createActiveUser } from './support/wallet.ts';
import { createWorld, editAccount } from './support/world.ts';
import type { World } from './support/world.ts';

function dataOf(world: World) {
  const address = findProgramDataAddress(world.game).address;
  const account = world.svm.getAccount(address);
  if (!account.exists) throw new Error('no program data');
  return account;
}

// Program data cannot get into these states on a real cluster. Even then, a session must end.
it.each<[string, (world: World) => void]>([
  ['of another owner', (world) => world.svm.setAccount({ ...dataOf(world), programAddress: SYSTEM_PROGRAM })],
  ['of another kind', (world) => editAccount(world.svm, dataOf(world).address, (data) => data.fill(1, 0, 1))],
  [
    'shorter than its head',
    (world) => {
      const account = dataOf(world);
      world.svm.setAccount({ ...account, data: Uint8Array.from(account.data.slice(0, 44)), space: 44n });
    },
  ],
])('program data %s ends a session, which can then be closed', async (_, bend) => {
  const world = await createWorld();
  const user = await createActiveUser(world);
  const session = await openSession(world, user);
  await openBoard(world, session);
  expect((await close(world, user, session)).error).toBe('0:SessionAlive');
  bend(world);
  expect((await execute(world, user, session)).error).toBe('0:BadProgramData');
  expect((await register(world, user, session)).error).toBe('1:BadProgramData');
  expect((await close(world, user, session)).error).toBeNull();
});
