import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MAX_NETWORK_FEE_LAMPORTS,
  MAX_PROTOCOL_FEE_BPS,
  ROLE,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  appendPolicyInstruction,
  concatBytes,
  fromHex,
  readonlyAccount,
  toAddress,
  writableAccount,
} from '@pid/protocol';
import type { AccountMeta, Address, ProgramInstruction } from '@pid/protocol';
import { FeatureSet } from 'litesvm';
import { readProgram } from '../src/index.ts';
import { createPasskey } from './support/passkey.ts';
import { execute, newSession, openBoard, openSession, register, revoke } from './support/sessions.ts';
import { createMint, giveTokens, setTokenAccount, tokenBalance } from './support/tokens.ts';
import {
  activate,
  createActiveUser,
  createUser,
  exitSol,
  freshAddress,
  readUser,
  rotate,
  withAccount,
  withdrawSol,
  withdrawSolInstructions,
  withdrawSpl,
} from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, balance, createWorld, fund, send, setAccount } from './support/world.ts';
import type { World, WorldOptions } from './support/world.ts';

let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(async () => {
  user = await createActiveUser(world);
});

function transferData(lamports: bigint): Uint8Array {
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, lamports, true);
  return data;
}

describe('a call by another program', () => {
  const viaForwarder = (instruction: ProgramInstruction): ProgramInstruction => ({
    programAddress: world.forwarder,
    accounts: [readonlyAccount(world.program), ...instruction.accounts],
    data: instruction.data,
  });

  it('is refused for every instruction', async () => {
    const bend = { arrange: ([pre, wallet]: ProgramInstruction[]) => [pre!, viaForwarder(wallet!)] };
    expect((await withdrawSol(world, user, bend)).error).toBe('1:CalledByProgram');
    expect((await exitSol(world, user, bend)).error).toBe('1:CalledByProgram');
    expect((await rotate(world, user, createPasskey().point, bend)).error).toBe('1:CalledByProgram');
    const session = await openSession(world, user);
    await openBoard(world, session);
    const played = await execute(world, user, session, { instruction: viaForwarder });
    expect(played.error).toBe('0:CalledByProgram');
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
  });
});

describe('a hostile game', () => {
  /**
   * Opens a session for the forwarder, which uses all its rights for the call that its data and accounts
   * describe.
   */
  const attack = async (accounts: AccountMeta[], data: Uint8Array) => {
    const session = await openSession(world, user, world.forwarder);
    const sponsor = balance(world, world.sponsor.address);
    const result = await execute(world, user, session, { accounts, data });
    // The sponsor pays for two signatures and nothing else.
    expect(sponsor - balance(world, world.sponsor.address)).toBe(10_000n);
    expect(balance(world, user.wallet.vault)).toBe(10n * SOL);
    return result.error;
  };

  it('cannot use the fee payer’s signature', async () => {
    const accounts = [
      readonlyAccount(SYSTEM_PROGRAM),
      { address: world.sponsor.address, role: ROLE.writableSigner },
      writableAccount(freshAddress()),
    ];
    expect(await attack(accounts, transferData(SOL))).toBe('0:MissingRequiredSignature');
  });

  it('cannot receive the vault at any position', async () => {
    const vault = writableAccount(user.wallet.vault);
    const other = writableAccount(freshAddress());
    expect(await attack([readonlyAccount(SYSTEM_PROGRAM), vault, other], transferData(SOL))).toBe(
      '0:SessionTouchesVault',
    );
    expect(await attack([readonlyAccount(user.wallet.vault)], new Uint8Array(0))).toBe(
      '0:SessionTouchesVault',
    );
    expect(await attack([readonlyAccount(SYSTEM_PROGRAM), other, vault], transferData(0n))).toBe(
      '0:SessionTouchesVault',
    );
  });

  it('cannot take the vault’s tokens', async () => {
    const mint = createMint(world);
    const source = giveTokens(world, user, mint, 100n);
    const session = await openSession(world, user, world.forwarder);
    const thief = freshAddress();
    setTokenAccount(world, thief, { mint, owner: thief, amount: 0n });
    const transfer = concatBytes(Uint8Array.of(3), fromHex('6400000000000000'));
    const accounts = [
      readonlyAccount(TOKEN_PROGRAM),
      writableAccount(source),
      writableAccount(thief),
      readonlyAccount(session.signer),
    ];
    expect((await execute(world, user, session, { accounts, data: transfer })).error).toBe('0:Custom(4)');
    expect(tokenBalance(world, source)).toBe(100n);
  });

  it('cannot call back into this program', async () => {
    const [, wallet] = withdrawSolInstructions(world, user);
    const others = (wallet?.accounts ?? []).filter((meta) => meta.address !== user.wallet.vault);
    const accounts = [readonlyAccount(world.program), ...others.map((meta) => readonlyAccount(meta.address))];
    expect(await attack(accounts, wallet?.data ?? new Uint8Array(0))).toBe('0:ReentrancyNotAllowed');
  });
});

describe('a session key', () => {
  it('cannot withdraw, exit, rotate, register or revoke, because it is not a passkey', async () => {
    const session = await openSession(world, user);
    fund(world.svm, session.key.address, SOL);
    const [, wallet] = withdrawSolInstructions(world, user);
    expect((await send(world, [wallet!], [session.key, world.relayer])).error).toBe('0:NoPasskeyInstruction');
    const forged = { passkey: createPasskey() };
    expect((await exitSol(world, user, { ...forged, signers: [session.key] })).error).toBe('1:WrongPasskey');
    const asRelayer = { signers: [session.key], instruction: withAccount(0, session.key.address) };
    expect((await rotate(world, user, forged.passkey.point, asRelayer)).error).toBe('1:RelayerNotSigned');
    expect((await rotate(world, user, forged.passkey.point, forged)).error).toBe('1:WrongPasskey');
    const renewal = await newSession(world, user);
    expect((await register(world, user, renewal, forged)).error).toBe('1:WrongPasskey');
    expect((await revoke(world, user, session, forged)).error).toBe('1:WrongPasskey');
  });
});

describe('a stolen key', () => {
  it('of the relayer takes at most the fee cap of each withdrawal that a player signs', async () => {
    expect((await withdrawSol(world, user, { networkFee: 100_001n })).error).toBe('1:FeeAboveCap');
    expect((await withdrawSol(world, user, { passkey: createPasskey() })).error).toBe('1:WrongPasskey');
    const unactivated = createUser(world);
    fund(world.svm, unactivated.wallet.vault, SOL);
    const claim = await activate(
      world,
      { ...unactivated, passkey: createPasskey() },
      {
        signers: [world.relayer],
        instruction: (ix) => ({
          ...ix,
          accounts: ix.accounts.map((meta, i) => (i === 1 ? { ...meta, role: ROLE.readonly } : meta)),
        }),
      },
    );
    expect(claim.error).toBe('1:RegistrarNotSigned');
  });

  it('of the admin cannot raise fees above the compiled limits or touch a vault', async () => {
    const append = (bps: number, maxNetworkFeeLamports: bigint) =>
      appendPolicyInstruction(world.program, {
        admin: world.admin.address,
        version: 2,
        bps,
        maxNetworkFeeLamports,
      });
    const beyond = append(MAX_PROTOCOL_FEE_BPS + 1, MAX_NETWORK_FEE_LAMPORTS);
    expect((await send(world, [beyond], [world.admin])).error).toBe('0:PolicyAboveLimit');
    expect((await withdrawSol(world, user, { passkey: createPasskey() })).error).toBe('1:WrongPasskey');
  });

  it('of the registrar alone cannot activate', async () => {
    const victim = createUser(world);
    fund(world.svm, victim.wallet.vault, SOL);
    const asRelayer = await activate(world, victim, {
      signers: [world.registrar],
      instruction: (ix) => ({
        ...ix,
        accounts: ix.accounts.map((meta, i) =>
          i === 0 ? { address: world.registrar.address, role: ROLE.writableSigner } : meta,
        ),
      }),
    });
    expect(asRelayer.error).toBe('1:RelayerNotSigned');
  });

  it('of the play sponsor has no rights in the program', async () => {
    const asRelayer = (ix: ProgramInstruction): ProgramInstruction => ({
      ...ix,
      accounts: ix.accounts.map((meta, i) =>
        i === 0 ? { address: world.sponsor.address, role: ROLE.writableSigner } : meta,
      ),
    });
    const result = await withdrawSol(world, user, { instruction: asRelayer, signers: [world.sponsor] });
    expect(result.error).toBe('1:RelayerNotSigned');
  });
});

describe('an account in the wrong place', () => {
  /** A modified copy of an account at another address. No one can create one; the checks must hold anyway. */
  const forge = (
    address: Address,
    bend: (data: Uint8Array) => Uint8Array,
    owner = world.program,
  ): Address => {
    const account = world.svm.getAccount(address);
    if (!account.exists) throw new Error(`no account ${address}`);
    const copy = freshAddress();
    setAccount(world, copy, bend(Uint8Array.from(account.data)), owner);
    return copy;
  };
  const tagged = (tag: number) => (data: Uint8Array) => data.fill(tag, 0, 1);
  const longer = (data: Uint8Array) => concatBytes(data, new Uint8Array(8));

  it('is not a config by its tag or its length alone', async () => {
    for (const bend of [tagged(2), (data: Uint8Array) => data.slice(0, 352)]) {
      const config = forge(world.config, bend);
      expect((await withdrawSol(world, user, { instruction: withAccount(5, config) })).error).toBe(
        '1:BadConfig',
      );
    }
  });

  it('is not a smart account by its tag or its length alone', async () => {
    for (const bend of [tagged(3), longer]) {
      const account = forge(user.wallet.account, bend);
      expect((await withdrawSol(world, user, { instruction: withAccount(1, account) })).error).toBe(
        '1:BadAccount',
      );
    }
  });

  it('of another owner is refused, even if it names the thief as authority', async () => {
    const thief = createPasskey();
    const withThief = (data: Uint8Array) => {
      data.set(thief.point, 48);
      return data;
    };
    const account = forge(user.wallet.account, withThief, world.game);
    const bend = { passkey: thief, instruction: withAccount(1, account) };
    expect((await withdrawSol(world, user, bend)).error).toBe('1:BadAccount');
    const session = await openSession(world, user);
    const copy = forge(session.address, (data) => data, world.game);
    const played = await execute(world, user, session, { instruction: withAccount(0, copy) });
    expect(played.error).toBe('0:BadSession');
  });

  it('is not a session by its tag or its length alone', async () => {
    const session = await openSession(world, user);
    for (const bend of [tagged(2), longer]) {
      const forged = forge(session.address, bend);
      const result = await execute(world, user, session, { instruction: withAccount(0, forged) });
      expect(result.error).toBe('0:BadSession');
    }
  });
});

it('an executable program of another loader is not accepted as a game', async () => {
  const program = freshAddress();
  const loader = toAddress('BPFLoader2111111111111111111111111111111111');
  world.svm.addProgramWithLoader(program, readProgram('game'), loader);
  const session = await newSession(world, user, program);
  expect((await register(world, user, session)).error).toBe('1:BadGameProgram');
});

describe('the runtime', () => {
  it.each<[string, WorldOptions]>([
    ['every feature', { featureSet: FeatureSet.allEnabled() }],
    ['the features that clusters have by default', {}],
  ])('with %s runs every kind of instruction', async (_, options) => {
    const other = await createWorld(options);
    const owner = await createActiveUser(other);
    expect((await withdrawSol(other, owner)).error).toBeNull();
    const mint = createMint(other);
    giveTokens(other, owner, mint, 10n);
    expect((await withdrawSpl(other, owner, mint)).error).toBeNull();
    const session = await openSession(other, owner);
    await openBoard(other, session);
    expect((await execute(other, owner, session)).error).toBeNull();
    expect((await exitSol(other, owner)).error).toBeNull();
    expect((await rotate(other, owner, createPasskey().point)).error).toBeNull();
    expect(readUser(other, owner).nonce).toBe(6n);
  });
});
