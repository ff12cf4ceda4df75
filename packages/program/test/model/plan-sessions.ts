// Plans for rotation, which ends sessions, and for sessions.
import { closeSessionInstruction } from '@pid/protocol';
import type { World } from '../support/world.ts';
import * as build from './build.ts';
import { isOwner, relayed, signedBy } from './plan.ts';
import type { Of, Plan } from './plan.ts';
import { isAlive } from './predict.ts';
import type { Model } from './state.ts';

export const sessionPlans = {
  rotate(world: World, model: Model, step: Of<'rotate'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    return {
      ...signedBy(world, step, wallet),
      instructions: build.rotation(world, wallet, step.key, step.next),
      expected: relayed(world, model, step) && isOwner(wallet, step.key) && step.next !== step.key,
      apply() {
        const active = wallet.active!;
        wallet.active = { nonce: active.nonce + 1n, epoch: active.epoch + 1, authority: step.next };
      },
    };
  },

  register(world: World, model: Model, step: Of<'register'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const session = wallet.sessions[step.session]!;
    const { slot, authority } = model.game;
    const expiresAt = model.now + step.seconds;
    const fits = step.seconds > 0n && step.seconds <= 86_400n;
    return {
      ...signedBy(world, step, wallet),
      instructions: build.registration(world, wallet, step.key, session.session, {
        expiresAt,
        slot,
        authority,
      }),
      expected:
        relayed(world, model, step) && isOwner(wallet, step.key) && fits && !isAlive(model, wallet, session),
      apply() {
        wallet.active!.nonce += 1n;
        session.open = { expiresAt, epoch: wallet.active!.epoch, revoked: false, slot, authority };
      },
    };
  },

  revoke(world: World, model: Model, step: Of<'revoke'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const session = wallet.sessions[step.session]!;
    const { open } = session;
    return {
      ...signedBy(world, step, wallet),
      instructions: build.revocation(world, wallet, step.key, session.session),
      expected: relayed(world, model, step) && isOwner(wallet, step.key) && open !== null && !open.revoked,
      apply() {
        wallet.active!.nonce += 1n;
        open!.revoked = true;
      },
    };
  },

  close(world: World, model: Model, step: Of<'close'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const session = wallet.sessions[step.session]!;
    const { address, program } = session.session;
    const payer = world.relayer.address;
    return {
      instructions: [
        closeSessionInstruction(wallet.user.wallet, { session: address, allowedProgram: program, payer }),
      ],
      signers: [world.sponsor],
      consents: [],
      expected: session.open !== null && !isAlive(model, wallet, session),
      apply() {
        session.open = null;
      },
    };
  },
};
