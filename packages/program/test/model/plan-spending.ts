// Plans for withdrawals and exits of SOL and tokens.
import { EVERYTHING, findTokenAccountAddress } from '@pid/protocol';
import { balance } from '../support/world.ts';
import type { World } from '../support/world.ts';
import * as build from './build.ts';
import { WORST_FEES } from './invariants.ts';
import { isOwner, relayed } from './plan.ts';
import type { Of, Plan } from './plan.ts';
import { canPay, feesOf, mayReceive, policyOf, solSpent, tokenRent, tokensSpent } from './predict.ts';
import { ownAddresses } from './state.ts';
import type { Model, WalletModel } from './state.ts';

export const spendingPlans = {
  withdrawSol: (world: World, model: Model, step: Of<'withdrawSol'>): Plan =>
    spendSol(world, model, step, step),
  exitSol: (world: World, model: Model, step: Of<'exitSol'>): Plan => spendSol(world, model, step, null),
  withdrawSpl: (world: World, model: Model, step: Of<'withdrawSpl'>): Plan =>
    spendTokens(world, model, step, step),
  exitSpl: (world: World, model: Model, step: Of<'exitSpl'>): Plan => spendTokens(world, model, step, null),
};

function destinationOf(world: World, model: Model, index: number) {
  return [
    ...model.strangers,
    ...ownAddresses(world),
    ...model.wallets.map(({ user }) => user.wallet.vault),
    world.config,
    model.wallets[0]!.user.wallet.account,
  ][index % 9]!;
}

type Spend = Of<'exitSol'> | Of<'exitSpl'> | Of<'withdrawSol'> | Of<'withdrawSpl'>;
type Terms = { readonly fee: bigint; readonly policy: string } | null;

function consentTo(step: Spend, wallet: WalletModel, tokens: boolean, terms: Terms) {
  if (!isOwner(wallet, step.key)) return [];
  const bounded = (held: bigint) => (step.amount === EVERYTHING ? held : step.amount);
  const lamports = (tokens ? 0n : bounded(wallet.vault)) + (terms ? WORST_FEES : 0n);
  return [{ wallet: step.wallet, lamports, tokens: tokens ? bounded(wallet.tokens) : 0n, spendsNonce: true }];
}

function spendSol(world: World, model: Model, step: Spend, terms: Terms): Plan {
  const wallet = model.wallets[step.wallet]!;
  const to = destinationOf(world, model, step.destination);
  const { version, live } = terms ? policyOf(model, terms.policy) : { version: 0, live: null };
  const fees = terms ? feesOf(live, terms.fee) : 0n;
  const sent = fees === null ? null : solSpent(world, wallet, to, step.amount, fees);
  return {
    instructions: build.spending(world, wallet, step.key, {
      mint: null,
      to,
      amount: step.amount,
      terms: terms && { fee: terms.fee, version },
    }),
    signers: [terms ? world.relayer : world.sponsor],
    consents: consentTo(step, wallet, false, terms),
    expected:
      (!terms || relayed(world, model, step)) &&
      isOwner(wallet, step.key) &&
      mayReceive(world, model, wallet, to) &&
      sent !== null,
    once: true,
    apply() {
      wallet.vault -= sent! + fees!;
      wallet.active!.nonce += 1n;
      for (const other of model.wallets) if (other.user.wallet.vault === to) other.vault += sent!;
    },
  };
}

function spendTokens(world: World, model: Model, step: Spend, terms: Terms): Plan {
  const wallet = model.wallets[step.wallet]!;
  const to = destinationOf(world, model, step.destination);
  const { version, live } = terms ? policyOf(model, terms.policy) : { version: 0, live: null };
  const fees = terms ? feesOf(live, terms.fee) : 0n;
  const rent = terms
    ? tokenRent(model, to, balance(world, findTokenAccountAddress(to, model.mint).address))
    : 0n;
  const sent = tokensSpent(wallet, step.amount);
  const pays = fees !== null && (!terms || canPay(wallet.vault, fees + rent));
  return {
    instructions: build.spending(world, wallet, step.key, {
      mint: model.mint,
      to,
      amount: step.amount,
      terms: terms && { fee: terms.fee, version },
    }),
    signers: [terms ? world.relayer : world.sponsor],
    consents: consentTo(step, wallet, true, terms),
    expected:
      (!terms || relayed(world, model, step)) &&
      isOwner(wallet, step.key) &&
      mayReceive(world, model, wallet, to) &&
      sent !== null &&
      pays,
    once: true,
    apply() {
      wallet.tokens -= sent!;
      wallet.vault -= terms ? fees! + rent : 0n;
      wallet.active!.nonce += 1n;
      model.tokenOwners.add(to);
      for (const other of model.wallets) if (other.user.wallet.vault === to) other.tokens += sent!;
    },
  };
}
