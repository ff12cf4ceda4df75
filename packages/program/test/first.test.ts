import { expect, it } from 'vitest';
import { createWorld } from './support/world.ts';
import { createActiveUser, withdrawSol, rotate, exitSol, freshAddress } from './support/wallet.ts';
import { createPasskey } from './support/passkey.ts';
it('first', async () => {
  const world = await createWorld();
  const user = await createActiveUser(world);
  const a = await withdrawSol(world, user);
  console.log(a.error, a.computeUnits, a.bytes, a.logs);
  const e = await exitSol(world, user); console.log(e.error, e.computeUnits);
  const r = await rotate(world, user, createPasskey().point);
  console.log(r.error, r.computeUnits);
  expect(a.ok).toBe(true);
});
