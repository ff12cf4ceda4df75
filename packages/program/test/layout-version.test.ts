import { beforeAll, expect, it } from 'vitest';
import type { Address } from '@pid/protocol';
import { claim, claimAddress, finishClaim } from './support/claims.ts';
import { createPasskey } from './support/passkey.ts';
import { cancelRecovery, passkeyGuardian, recoveryAddress, setPolicy } from './support/recovery.ts';
import { close, execute, openBoard, openSession } from './support/sessions.ts';
import { createActiveUser, createUser, withdrawSol } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, createWorld, editAccount, fund } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  user = await createActiveUser(world);
});

/** Returns the result of `action` while the account has the layout version of a later program. */
async function under(
  address: Address,
  action: () => Promise<{ error: string | null }>,
): Promise<string | null> {
  const setVersion = (version: number): void =>
    editAccount(world.svm, address, (data) => (data[1] = version));
  setVersion(2);
  const { error } = await action();
  setVersion(1);
  return error;
}

it('an account of any type with another layout version is refused', async () => {
  const session = await openSession(world, user);
  await openBoard(world, session);
  const claimant = createUser(world);
  fund(world.svm, claimant.wallet.vault, SOL);
  expect((await claim(world, claimant)).error).toBeNull();
  const withdrawal = () => withdrawSol(world, user, { nonce: 2n });
  expect(await under(world.config, withdrawal)).toBe('1:BadConfig');
  expect(await under(user.wallet.account, withdrawal)).toBe('1:BadAccount');
  expect(await under(session.address, () => execute(world, user, session))).toBe('0:BadSession');
  expect(await under(session.address, () => close(world, user, session))).toBe('0:BadSession');
  expect(await under(claimAddress(world, claimant), () => finishClaim(world, claimant))).toBe('0:BadClaim');
  await setPolicy(world, user, { guardians: [passkeyGuardian(createPasskey())] });
  const cancelling = () => cancelRecovery(world, user, { nonce: 1n });
  expect(await under(recoveryAddress(world, user), cancelling)).toBe('1:BadRecovery');
  expect((await withdrawal()).error).toBeNull();
});
