// Builds transactions as an honest client does, whether or not they can succeed.
import {
  activateInstruction,
  exitSolInstruction,
  exitSplInstruction,
  registerSessionInstruction,
  revokeSessionInstruction,
  rotateInstruction,
  withdrawSolInstruction,
  withdrawSplInstruction,
} from '@pid/protocol';
import type { Address, Intent, ProgramInstruction } from '@pid/protocol';
import { claimInstructions } from '../support/claims.ts';
import type { Session } from '../support/sessions.ts';
import { prepare } from '../support/wallet.ts';
import type { AuthorizationParts } from '../support/wallet.ts';
import type { World } from '../support/world.ts';
import type { WalletModel } from './state.ts';

function signed(
  world: World,
  wallet: WalletModel,
  key: number,
  intent: Intent,
  make: (parts: AuthorizationParts) => ProgramInstruction,
): ProgramInstruction[] {
  const nonce = intent.action === 'activate' ? 0n : (wallet.active?.nonce ?? 1n);
  return prepare(world, wallet.user, intent, { passkey: wallet.keys[key]!, nonce }, make);
}

export function activation(
  world: World,
  wallet: WalletModel,
  key: number,
  networkFeeLamports: bigint,
  feePolicyVersion: number,
): ProgramInstruction[] {
  const authority = wallet.keys[key]!.point;
  const { rpIdHash } = world.configArguments;
  const intent: Intent = { action: 'activate', authority, rpIdHash, feePolicyVersion };
  return signed(world, wallet, key, intent, ({ expiry, tail }) =>
    activateInstruction(wallet.user.wallet, {
      expiry,
      tail,
      authority,
      feePolicyVersion,
      networkFeeLamports,
      relayer: world.relayer.address,
      registrar: world.registrar.address,
      treasury: world.treasury.address,
    }),
  );
}

export interface Spending {
  readonly mint: Address | null;
  readonly to: Address;
  readonly amount: bigint;
  /** Null for an exit, which has no attested fee. */
  readonly terms: { readonly fee: bigint; readonly version: number } | null;
}

export function spending(
  world: World,
  wallet: WalletModel,
  key: number,
  { mint, to, amount, terms }: Spending,
): ProgramInstruction[] {
  const addresses = wallet.user.wallet;
  const what = { destination: to, amount };
  if (!terms) {
    const intent: Intent = { action: 'exit', mint, ...what };
    const payer = world.sponsor.address;
    return signed(world, wallet, key, intent, (parts) =>
      mint
        ? exitSplInstruction(addresses, { ...parts, ...what, mint, payer })
        : exitSolInstruction(addresses, { ...parts, ...what }),
    );
  }
  const intent: Intent = { action: 'withdraw', mint, ...what, feePolicyVersion: terms.version };
  const duty = { relayer: world.relayer.address, treasury: world.treasury.address };
  const fee = { feePolicyVersion: terms.version, networkFeeLamports: terms.fee };
  return signed(world, wallet, key, intent, (parts) =>
    mint
      ? withdrawSplInstruction(addresses, { ...parts, ...what, ...duty, ...fee, mint })
      : withdrawSolInstruction(addresses, { ...parts, ...what, ...duty, ...fee }),
  );
}

export function rotation(world: World, wallet: WalletModel, key: number, next: number): ProgramInstruction[] {
  const change = { newAuthority: wallet.keys[next]!.point, newRpIdHash: world.configArguments.rpIdHash };
  return signed(world, wallet, key, { action: 'rotate', ...change }, (parts) =>
    rotateInstruction(wallet.user.wallet, { ...parts, ...change, relayer: world.relayer.address }),
  );
}

export function registration(
  world: World,
  wallet: WalletModel,
  key: number,
  session: Session,
  terms: { readonly expiresAt: bigint; readonly slot: bigint; readonly authority: Address | null },
): ProgramInstruction[] {
  const scope = {
    sessionPubkey: session.key.address,
    allowedProgram: session.program,
    expiresAt: terms.expiresAt,
    recordedAuthority: terms.authority,
    recordedSlot: terms.slot,
  };
  return signed(world, wallet, key, { action: 'registerSession', ...scope }, (parts) =>
    registerSessionInstruction(wallet.user.wallet, { ...parts, ...scope, relayer: world.relayer.address }),
  );
}

export function revocation(
  world: World,
  wallet: WalletModel,
  key: number,
  session: Session,
): ProgramInstruction[] {
  const intent: Intent = { action: 'revokeSession', session: session.address };
  return signed(world, wallet, key, intent, (parts) =>
    revokeSessionInstruction(wallet.user.wallet, {
      ...parts,
      session: session.address,
      relayer: world.relayer.address,
    }),
  );
}

export function claiming(
  world: World,
  wallet: WalletModel,
  key: number,
  issuedAt: bigint,
  certifier: string,
  certifierAddress: Address,
): ProgramInstruction[] {
  return claimInstructions(world, wallet.user, {
    passkey: wallet.keys[key]!,
    issuedAt,
    certifier,
    certifierAddress,
  });
}
