// Runs one step: an honest client's transaction, changed or not, or an event such as a wait, a gift or an
// upgrade.
import { expect } from 'vitest';
import { addressBytes, executeSessionInstruction, findProgramDataAddress } from '@pid/protocol';
import { playInstruction } from '../../src/index.ts';
import { claimAddress } from '../support/claims.ts';
import { recoveryAddress } from '../support/recovery.ts';
import { editAccount, fund, setTime } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { deliver } from './deliver.ts';
import { judgePlay } from './invariants.ts';
import { ownershipPlans } from './plan-ownership.ts';
import { asAccount, recoveryPlans } from './plan-recovery.ts';
import { sessionPlans } from './plan-sessions.ts';
import { spendingPlans } from './plan-spending.ts';
import type { Of } from './plan.ts';
import { isAlive } from './predict.ts';
import { look } from './state.ts';
import type { Model, WalletModel } from './state.ts';
import type { Step } from './steps.ts';

const PLANS = { ...ownershipPlans, ...recoveryPlans, ...sessionPlans, ...spendingPlans };

export async function runStep(world: World, model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'wait':
      model.now += step.seconds;
      return setTime(world.svm, model.now);
    case 'gift':
      return gift(world, model, step);
    case 'upgradeGame':
      return upgradeGame(world, model, step);
    case 'replay':
      return replay(world, model, step);
    case 'execute':
      return execute(world, model, step);
    default: {
      const plan = PLANS[step.kind](world, model, step as never);
      const { twist, stranger } = step;
      await deliver(world, model, { once: false, ...plan, name: step.kind, twist, stranger });
    }
  }
  for (const [index, seen] of look(world, model).entries())
    expect(seen).toMatchObject(imageOf(model.wallets[index]!));
}

/** The state that the model expects on the chain. */
function imageOf(wallet: WalletModel) {
  const { vault, tokens, active, claim, keys, recovery, sessions } = wallet;
  return {
    recovery: recovery && asAccount(wallet, recovery),
    vault,
    tokens,
    account: active && { nonce: active.nonce, epoch: active.epoch, authority: keys[active.authority]!.point },
    claim: claim && {
      issuedAt: claim.issuedAt,
      readyAt: claim.readyAt,
      registrar: claim.registrar,
      authority: keys[claim.authority]!.point,
    },
    sessions: sessions.map(
      ({ open }) =>
        open && {
          expiresAt: open.expiresAt,
          epoch: open.epoch,
          revoked: open.revoked,
          recordedSlot: open.slot,
        },
    ),
  };
}

/** The game may still refuse the move. Only the wallet program decides whether the session passes. */
async function execute(world: World, model: Model, step: Of<'execute'>): Promise<void> {
  const wallet = model.wallets[step.wallet]!;
  const session = wallet.sessions[step.session]!;
  const { address, key, program, signer } = session.session;
  const move = playInstruction(program, signer, 8);
  const accounts = move.accounts.map((meta) =>
    meta.address === signer ? { ...meta, role: 0 as const } : meta,
  );
  const play = {
    session: address,
    sessionPubkey: key.address,
    allowedProgram: program,
    data: move.data,
    accounts,
  };
  const alive = isAlive(model, wallet, session);
  const { result, before } = await deliver(world, model, {
    name: 'execute',
    instructions: [executeSessionInstruction(wallet.user.wallet, play)],
    signers: [world.sponsor, key],
    consents: [],
    expected: null,
    twist: step.twist,
    stranger: false,
    once: false,
    apply() {},
  });
  const passed = result.ok || result.error?.includes('Custom(') === true;
  if (passed) judgePlay(world, model, before, step.wallet, step.session);
  if (step.twist.kind === 'none')
    expect({ passed, error: passed ? null : result.error }).toEqual({
      passed: alive,
      error: alive ? null : result.error,
    });
}

function gift(world: World, model: Model, step: Of<'gift'>): void {
  const wallet = model.wallets[step.wallet]!;
  const { account, vault } = wallet.user.wallet;
  const places = {
    vault,
    account,
    claim: claimAddress(world, wallet.user),
    recovery: recoveryAddress(world, wallet.user),
    session: wallet.sessions[0]!.session.address,
    config: world.config,
  };
  fund(world.svm, places[step.to], step.lamports);
  if (step.to === 'vault') wallet.vault += step.lamports;
}

function upgradeGame(world: World, model: Model, step: Of<'upgradeGame'>): void {
  const { game } = model;
  const authority =
    { same: game.authority, none: null, other: world.sponsor.address }[step.authority] ?? null;
  model.game = { slot: game.slot + 1n, authority };
  editAccount(world.svm, findProgramDataAddress(world.game).address, (data) => {
    new DataView(data.buffer, data.byteOffset).setBigUint64(4, model.game.slot, true);
    data[12] = authority === null ? 0 : 1;
    if (authority !== null) data.set(addressBytes(authority), 13);
  });
}

async function replay(world: World, model: Model, { which }: Of<'replay'>): Promise<void> {
  const past = model.landed[which % Math.max(1, model.landed.length)];
  if (!past) return;
  const before = look(world, model);
  expect({ replayed: past.name, ok: await past.send() }).toEqual({ replayed: past.name, ok: false });
  expect(look(world, model)).toEqual(before);
}
