// Code shared by the plans of all steps.
import type { World } from '../support/world.ts';
import type { Delivery } from './deliver.ts';
import type { Model, WalletModel } from './state.ts';
import type { Step } from './steps.ts';

export type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;
export type Plan = Omit<Delivery, 'name' | 'twist' | 'stranger' | 'once'> & { once?: boolean };

export const isOwner = ({ active }: WalletModel, key: number): boolean =>
  active !== null && active.authority === key;

type Relayed = { readonly stranger: boolean };

export function relayed(world: World, model: Model, { stranger }: Relayed): boolean {
  return !stranger && model.relayer === world.relayer.address;
}

/** For rotation and sessions: the passkey's consent uses a nonce and takes nothing from the vault. */
export function signedBy(world: World, step: { wallet: number; key: number }, wallet: WalletModel) {
  return {
    signers: [world.relayer],
    consents: isOwner(wallet, step.key)
      ? [{ wallet: step.wallet, lamports: 0n, tokens: 0n, spendsNonce: true }]
      : [],
    once: true,
  };
}
