// Plans for activation, claims and the config.
import {
  MAX_NETWORK_FEE_LAMPORTS,
  MAX_PROTOCOL_FEE_BPS,
  appendPolicyInstruction,
  closeClaimInstruction,
  finishClaimInstruction,
  setRegistrarInstruction,
  setRelayerInstruction,
} from '@pid/protocol';
import type { World } from '../support/world.ts';
import * as build from './build.ts';
import { ACTIVATION_COST } from './invariants.ts';
import type { Of, Plan } from './plan.ts';
import { canPay, feesOf, missingRent, policyOf } from './predict.ts';
import { ACCOUNT_RENT } from './state.ts';
import type { Model } from './state.ts';

export const ownershipPlans = {
  activate(world: World, model: Model, step: Of<'activate'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const { version, live } = policyOf(model, step.policy);
    const fees = feesOf(live, step.fee);
    const total = fees === null ? null : fees + missingRent(world, wallet);
    const duty =
      !step.stranger &&
      model.relayer === world.relayer.address &&
      model.registrar === world.registrar.address;
    return {
      instructions: build.activation(world, wallet, step.key, step.fee, version),
      signers: [world.relayer, world.registrar],
      consents: wallet.active
        ? []
        : [{ wallet: step.wallet, lamports: ACTIVATION_COST, tokens: 0n, spendsNonce: false }],
      expected: duty && !wallet.active && total !== null && canPay(wallet.vault, total),
      once: true,
      apply() {
        wallet.vault -= total!;
        wallet.active = { nonce: 1n, epoch: 0, authority: step.key };
      },
    };
  },

  claim(world: World, model: Model, step: Of<'claim'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const issuedAt = model.now - step.age;
    const certifier = {
      registrar: world.registrar,
      relayer: world.relayer,
      'next registrar': model.nextRegistrar,
    }[step.certifier];
    const isNew = wallet.claim === null || issuedAt > wallet.claim.issuedAt;
    return {
      instructions: build.claiming(world, wallet, step.key, issuedAt, step.certifier, certifier.address),
      signers: [world.sponsor],
      consents: [],
      expected: !wallet.active && certifier.address === model.registrar && step.age >= 0n && isNew,
      once: true,
      apply() {
        const readyAt = model.now + 2_592_000n;
        wallet.claim = { issuedAt, readyAt, authority: step.key, registrar: model.registrar };
      },
    };
  },

  finishClaim(world: World, model: Model, step: Of<'finishClaim'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const { claim } = wallet;
    const rent = missingRent(world, wallet);
    const ripe = claim !== null && model.now >= claim.readyAt && claim.registrar === model.registrar;
    return {
      instructions: [finishClaimInstruction(wallet.user.wallet)],
      signers: [world.sponsor],
      consents:
        ripe && !wallet.active
          ? [{ wallet: step.wallet, lamports: ACCOUNT_RENT, tokens: 0n, spendsNonce: false }]
          : [],
      expected: ripe && !wallet.active && canPay(wallet.vault, rent),
      apply() {
        wallet.vault -= rent;
        wallet.active = { nonce: 1n, epoch: 0, authority: claim!.authority };
      },
    };
  },

  closeClaim(world: World, model: Model, step: Of<'closeClaim'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    return {
      instructions: [closeClaimInstruction(wallet.user.wallet, world.sponsor.address)],
      signers: [world.deployer],
      consents: [],
      expected: wallet.claim !== null && wallet.active !== null,
      apply() {
        wallet.claim = null;
      },
    };
  },

  setRegistrar(world: World, model: Model, step: Of<'setRegistrar'>): Plan {
    const registrar = step.next ? model.nextRegistrar.address : world.registrar.address;
    return {
      instructions: [setRegistrarInstruction(world.program, { admin: world.admin.address, registrar })],
      signers: [world.admin],
      consents: [],
      expected: !step.stranger,
      apply() {
        model.registrar = registrar;
      },
    };
  },

  setRelayer(world: World, model: Model, step: Of<'setRelayer'>): Plan {
    const relayer = step.gone ? model.strangers[0]! : world.relayer.address;
    return {
      instructions: [setRelayerInstruction(world.program, { admin: world.admin.address, relayer })],
      signers: [world.admin],
      consents: [],
      expected: !step.stranger,
      apply() {
        model.relayer = relayer;
      },
    };
  },

  appendPolicy(world: World, model: Model, step: Of<'appendPolicy'>): Plan {
    const version = model.policies.length + 1;
    const terms = { version, bps: step.bps, maxNetworkFeeLamports: step.cap };
    return {
      instructions: [appendPolicyInstruction(world.program, { admin: world.admin.address, ...terms })],
      signers: [world.admin],
      consents: [],
      expected: !step.stranger && step.bps <= MAX_PROTOCOL_FEE_BPS && step.cap <= MAX_NETWORK_FEE_LAMPORTS,
      once: true,
      apply() {
        model.policies.push({ ...terms, startsAt: model.now } as Model['policies'][number]);
      },
    };
  },
};
