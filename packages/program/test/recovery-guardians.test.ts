// Players as guardians: each must have an activated wallet, and its account must be passed as proof.
import { lamports } from '@solana/kit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Guardian, ProgramInstruction, RecoveryPolicy } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import {
  accountGuardian,
  passkeyGuardian,
  readRecovery,
  recoveryAddress,
  setPolicy,
} from './support/recovery.ts';
import type { PolicyBend } from './support/recovery.ts';
import { createActiveUser, createUser, withAccount } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, createWorld, fund } from './support/world.ts';
import type { World } from './support/world.ts';

let world: World;
let user: User;
let friend: User;

beforeAll(async () => {
  world = await createWorld();
  friend = await createActiveUser(world);
});

beforeEach(async () => {
  user = await createActiveUser(world);
});

const someGuardians = (): Guardian[] => [passkeyGuardian(createPasskey()), accountGuardian(friend)];

describe('a policy is refused', () => {
  const refusal = async (policy: Partial<RecoveryPolicy>, bend: PolicyBend = {}) => {
    const { error } = await setPolicy(world, user, { guardians: someGuardians(), ...policy }, bend);
    expect(readRecovery(world, user)).toBeNull();
    return error;
  };

  it('with a player whose wallet is not activated', async () => {
    const stranger = createUser(world);
    fund(world.svm, stranger.wallet.vault, SOL);
    const guardians = [passkeyGuardian(createPasskey()), accountGuardian(stranger)];
    expect(await refusal({ guardians })).toBe('1:GuardianNotActivated');
    // Lamports at the address do not make it a wallet.
    fund(world.svm, stranger.wallet.account, SOL);
    expect(await refusal({ guardians })).toBe('1:GuardianNotActivated');
  });

  it('with the account of another player, or with an account that is no wallet', async () => {
    const other = await createActiveUser(world);
    await setPolicy(world, other, { guardians: someGuardians() });
    const guardians = [accountGuardian(friend)];
    for (const address of [other.wallet.account, recoveryAddress(world, other), world.config])
      expect(await refusal({ guardians }, { instruction: withAccount(6, address) })).toBe(
        '1:GuardianNotActivated',
      );
    const pair = [accountGuardian(friend), accountGuardian(other)];
    const swapped = (ix: ProgramInstruction) => ({
      ...ix,
      accounts: [...ix.accounts.slice(0, 6), ...ix.accounts.slice(6).toReversed()],
    });
    expect(await refusal({ guardians: pair }, { instruction: swapped })).toBe('1:GuardianNotActivated');
    const account = world.svm.getAccount(other.wallet.account);
    if (!account.exists) throw new Error('no account');
    const data = Uint8Array.from(account.data);
    for (const change of [
      { data: data.slice(0, -1) },
      { data: Uint8Array.from(data).fill(4, 0, 1) },
      { programAddress: world.game },
    ]) {
      world.svm.setAccount({ ...account, ...change, lamports: lamports(SOL) });
      expect(await refusal({ guardians: [accountGuardian(other)] })).toBe('1:GuardianNotActivated');
    }
  });

  it('with too few or too many guardian accounts', async () => {
    const fewer = (ix: ProgramInstruction) => ({ ...ix, accounts: ix.accounts.slice(0, -1) });
    expect(await refusal({}, { instruction: fewer })).toBe('1:MissingAccounts');
    const more = (ix: ProgramInstruction) => ({ ...ix, accounts: [...ix.accounts, ix.accounts[1]!] });
    expect(await refusal({}, { instruction: more })).toBe('1:MissingAccounts');
  });
});
