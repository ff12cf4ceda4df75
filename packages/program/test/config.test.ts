import { beforeEach, describe, expect, it } from 'vitest';
import {
  CONFIG_HEAD_BYTES,
  MAX_NETWORK_FEE_LAMPORTS,
  MAX_PROTOCOL_FEE_BPS,
  ROLE,
  SYSTEM_PROGRAM,
  acceptAdminInstruction,
  appendPolicyInstruction,
  currentPolicy,
  decodeConfig,
  initialiseConfigInstruction,
  livePolicy,
  proposeAdminInstruction,
  setRegistrarInstruction,
  setRelayerInstruction,
  setTreasuryInstruction,
} from '@pid/protocol';
import type { ConfigAccount, InitialiseConfigArguments, ProgramInstruction } from '@pid/protocol';
import {
  activate,
  createActiveUser,
  createUser,
  freshAddress,
  withAccount,
  withRole,
  withdrawSol,
} from './support/wallet.ts';
import {
  GENESIS,
  SOL,
  balance,
  createWorld,
  fund,
  now,
  send,
  setAccount,
  setTime,
  setUpgradeAuthority,
  signerFor,
} from './support/world.ts';
import type { World } from './support/world.ts';

function readConfig(world: World): ConfigAccount {
  const account = world.svm.getAccount(world.config);
  const config = account.exists ? decodeConfig(account.data) : null;
  if (!config) throw new Error('config is not initialised');
  return config;
}

describe('initialisation', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ config: null });
  });

  async function initialise(
    change: Partial<InitialiseConfigArguments> = {},
    edit: (ix: ProgramInstruction) => ProgramInstruction = (ix) => ix,
    signers = [world.deployer],
  ): Promise<string | null> {
    const instruction = initialiseConfigInstruction(world.program, { ...world.configArguments, ...change });
    return (await send(world, [edit(instruction)], signers)).error;
  }

  it('stores its arguments and cannot happen twice', async () => {
    expect(await initialise()).toBeNull();
    const config = readConfig(world);
    expect(config).toMatchObject({
      admin: world.admin.address,
      pendingAdmin: null,
      relayer: world.relayer.address,
      registrar: world.registrar.address,
      treasury: world.treasury.address,
      origin: world.configArguments.origin,
      policies: [{ version: 1, bps: 1_000, maxNetworkFeeLamports: 100_000n, startsAt: now(world) }],
    });
    expect(config.genesisHash).toEqual(GENESIS);
    expect(config.rpIdHash).toEqual(world.configArguments.rpIdHash);
    expect(await initialise()).toBe('0:AlreadyInitialised');
  });

  it('is allowed only for the upgrade authority', async () => {
    const stranger = await signerFor('stranger');
    fund(world.svm, stranger.address, SOL);
    expect(await initialise({ upgradeAuthority: stranger.address }, undefined, [stranger])).toBe(
      '0:NotUpgradeAuthority',
    );
    const unsigned = withRole(0, ROLE.writable);
    expect(await initialise({}, unsigned, [stranger])).toBe('0:NotUpgradeAuthority');
    setUpgradeAuthority(world.svm, world.program, null);
    expect(await initialise()).toBe('0:NotUpgradeAuthority');
  });

  it('reads the authority from the program data that the loader names, not from a look-alike', async () => {
    const stranger = await signerFor('stranger');
    fund(world.svm, stranger.address, SOL);
    const lookalike = freshAddress();
    const data = new Uint8Array(100);
    data.set([3, 0, 0, 0]);
    data[12] = 1;
    setAccount(world, lookalike, data);
    const asStranger = { upgradeAuthority: stranger.address };
    expect(await initialise(asStranger, withAccount(4, lookalike), [stranger])).toBe('0:BadProgramData');
    // A stranger's own program proves nothing about this one.
    expect(await initialise({}, withAccount(3, world.game))).toBe('0:BadProgramData');
    expect(await initialise({}, withAccount(3, world.sponsor.address))).toBe('0:BadProgramData');
  });

  it('happens only at the derived address', async () => {
    expect(await initialise({}, withAccount(1, freshAddress()))).toBe('0:BadAddress');
    expect(await initialise({}, withRole(1, ROLE.readonly))).toBe('0:NotWritable');
  });

  it('succeeds even if a stranger sent lamports to the address', async () => {
    fund(world.svm, world.config, SOL);
    expect(await initialise()).toBeNull();
    expect(balance(world, world.config)).toBe(SOL);
  });

  it('refuses an origin that is too long or not plain printable text', async () => {
    for (const origin of ['https://a"b', 'https://a\\b', 'https://a b', 'https://a\n', 'https://ä.example']) {
      expect(await initialise({ origin })).toBe('0:BadOrigin');
    }
    const long = (ix: ProgramInstruction) => ({
      ...ix,
      data: Uint8Array.of(...ix.data, ...new Uint8Array(120).fill(97)),
    });
    expect(await initialise({}, long)).toBe('0:BadOrigin');
    const none = (ix: ProgramInstruction) => ({ ...ix, data: ix.data.slice(0, 171) });
    expect(await initialise({}, none)).toBe('0:MalformedData');
  });

  it('refuses a treasury without rent, equal keys, and policies above the limits', async () => {
    expect(await initialise({ treasury: freshAddress() })).toBe('0:TreasuryNotRentExempt');
    expect(await initialise({ relayer: world.admin.address })).toBe('0:KeysNotDistinct');
    expect(await initialise({ registrar: world.admin.address })).toBe('0:KeysNotDistinct');
    expect(await initialise({ registrar: world.relayer.address })).toBe('0:KeysNotDistinct');
    expect(await initialise({ bps: MAX_PROTOCOL_FEE_BPS + 1 })).toBe('0:PolicyAboveLimit');
    expect(await initialise({ maxNetworkFeeLamports: MAX_NETWORK_FEE_LAMPORTS + 1n })).toBe(
      '0:PolicyAboveLimit',
    );
    const atLimit = { bps: MAX_PROTOCOL_FEE_BPS, maxNetworkFeeLamports: MAX_NETWORK_FEE_LAMPORTS };
    expect(await initialise(atLimit)).toBeNull();
  });

  it('refuses too few accounts', async () => {
    expect(await initialise({}, (ix) => ({ ...ix, accounts: ix.accounts.slice(0, 5) }))).toBe(
      '0:MissingAccounts',
    );
  });
});

describe('administration', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  const admin = () => world.admin.address;

  it('is handed over in two steps', async () => {
    const next = await signerFor('next admin');
    fund(world.svm, next.address, SOL);
    const accept = acceptAdminInstruction(world.program, { newAdmin: next.address });
    expect((await send(world, [accept], [next])).error).toBe('0:NotPendingAdmin');
    const propose = proposeAdminInstruction(world.program, { admin: admin(), newAdmin: next.address });
    expect((await send(world, [propose], [world.admin])).error).toBeNull();
    expect(readConfig(world)).toMatchObject({ admin: admin(), pendingAdmin: next.address });
    const byOther = acceptAdminInstruction(world.program, { newAdmin: world.sponsor.address });
    expect((await send(world, [byOther], [world.sponsor])).error).toBe('0:NotPendingAdmin');
    const unsigned = withRole(0, ROLE.readonly)(accept);
    expect((await send(world, [unsigned], [world.sponsor])).error).toBe('0:NotPendingAdmin');
    expect((await send(world, [accept], [next])).error).toBeNull();
    expect(readConfig(world)).toMatchObject({ admin: next.address, pendingAdmin: null });
    expect((await send(world, [propose], [world.admin])).error).toBe('0:NotAdmin');
    expect((await send(world, [accept], [next])).error).toBe('0:NotPendingAdmin');
  });

  it('can withdraw a proposal, and refuses the relayer as admin', async () => {
    const propose = (newAdmin: typeof world.program | null) =>
      proposeAdminInstruction(world.program, { admin: admin(), newAdmin });
    const accept = acceptAdminInstruction(world.program, { newAdmin: world.relayer.address });
    await send(world, [propose(world.relayer.address)], [world.admin]);
    expect((await send(world, [accept], [world.relayer])).error).toBe('0:KeysNotDistinct');
    await send(world, [propose(null)], [world.admin]);
    expect((await send(world, [accept], [world.relayer])).error).toBe('0:NotPendingAdmin');
  });

  it('is refused to every other key, including relayer, registrar and upgrade authority', async () => {
    const target = freshAddress();
    for (const signer of [world.relayer, world.registrar, world.deployer, world.sponsor]) {
      const as = { admin: signer.address };
      const instructions = [
        proposeAdminInstruction(world.program, { ...as, newAdmin: target }),
        setRelayerInstruction(world.program, { ...as, relayer: target }),
        setRegistrarInstruction(world.program, { ...as, registrar: target }),
        setTreasuryInstruction(world.program, { ...as, treasury: world.sponsor.address }),
        appendPolicyInstruction(world.program, { ...as, version: 2, bps: 0, maxNetworkFeeLamports: 0n }),
      ];
      for (const ix of instructions) expect((await send(world, [ix], [signer])).error).toBe('0:NotAdmin');
    }
    const unsigned = withRole(
      0,
      ROLE.readonly,
    )(setRelayerInstruction(world.program, { admin: admin(), relayer: target }));
    expect((await send(world, [unsigned], [world.sponsor])).error).toBe('0:NotAdmin');
  });

  it('replaces relayer and registrar immediately', async () => {
    const user = await createActiveUser(world);
    const [relayer, registrar] = [await signerFor('relayer 2'), await signerFor('registrar 2')];
    for (const signer of [relayer, registrar]) fund(world.svm, signer.address, SOL);
    const changes = [
      setRelayerInstruction(world.program, { admin: admin(), relayer: relayer.address }),
      setRegistrarInstruction(world.program, { admin: admin(), registrar: registrar.address }),
    ];
    expect((await send(world, changes, [world.admin])).error).toBeNull();
    expect((await withdrawSol(world, user)).error).toBe('1:RelayerNotSigned');
    const moved = { ...world, relayer };
    expect((await withdrawSol(moved, user)).error).toBeNull();
    const next = createUser(world);
    fund(world.svm, next.wallet.vault, SOL);
    expect((await activate(moved, next)).error).toBe('1:RegistrarNotSigned');
    expect((await activate({ ...moved, registrar }, next)).error).toBeNull();
    for (const key of [admin(), registrar.address]) {
      const same = setRelayerInstruction(world.program, { admin: admin(), relayer: key });
      expect((await send(world, [same], [world.admin])).error).toBe('0:KeysNotDistinct');
    }
    const asRelayer = setRegistrarInstruction(world.program, { admin: admin(), registrar: relayer.address });
    expect((await send(world, [asRelayer], [world.admin])).error).toBe('0:KeysNotDistinct');
  });

  it('moves the treasury only to an account that can receive fees', async () => {
    const set = (treasury: typeof world.program) =>
      setTreasuryInstruction(world.program, { admin: admin(), treasury });
    expect((await send(world, [set(freshAddress())], [world.admin])).error).toBe('0:TreasuryNotRentExempt');
    expect((await send(world, [set(world.config)], [world.admin])).error).toBe('0:BadTreasury');
    expect((await send(world, [set(world.sponsor.address)], [world.admin])).error).toBeNull();
    expect(readConfig(world).treasury).toBe(world.sponsor.address);
  });

  it('appends policies one by one and changes none', async () => {
    const append = (version: number, bps = 5, maxNetworkFeeLamports = 7n) =>
      appendPolicyInstruction(world.program, { admin: admin(), version, bps, maxNetworkFeeLamports });
    for (const version of [0, 1, 3]) {
      expect((await send(world, [append(version)], [world.admin])).error).toBe('0:BadPolicyVersion');
    }
    expect((await send(world, [append(2, MAX_PROTOCOL_FEE_BPS + 1)], [world.admin])).error).toBe(
      '0:PolicyAboveLimit',
    );
    expect((await send(world, [append(2, 1, MAX_NETWORK_FEE_LAMPORTS + 1n)], [world.admin])).error).toBe(
      '0:PolicyAboveLimit',
    );
    const [first] = readConfig(world).policies;
    for (let version = 2; version <= 20; version++) {
      setTime(world.svm, now(world) + 1n);
      expect((await send(world, [append(version, version)], [world.admin])).error).toBeNull();
    }
    const config = readConfig(world);
    expect(config.policies).toHaveLength(20);
    expect(config.policies[0]).toEqual(first);
    expect(config.policies.map((policy) => policy.version)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(currentPolicy(config).bps).toBe(20);
    expect(livePolicy(config, 1, now(world))).toEqual(first);
    expect(livePolicy(config, 1, now(world) + 601n)).toBeNull();
    const size = BigInt(CONFIG_HEAD_BYTES + 20 * 24);
    expect(balance(world, world.config)).toBe(world.svm.minimumBalanceForRentExemption(size));
  });

  it('checks the config account and the data of every instruction', async () => {
    const target = freshAddress();
    const set = setRelayerInstruction(world.program, { admin: admin(), relayer: target });
    const user = await createActiveUser(world);
    const errorOf = async (ix: ProgramInstruction) => (await send(world, [ix], [world.admin])).error;
    expect(await errorOf(withAccount(1, user.wallet.account)(set))).toBe('0:BadConfig');
    expect(await errorOf(withAccount(1, world.sponsor.address)(set))).toBe('0:BadConfig');
    expect(await errorOf(withRole(1, ROLE.readonly)(set))).toBe('0:NotWritable');
    expect(await errorOf({ ...set, data: set.data.slice(0, 32) })).toBe('0:MalformedData');
    expect(await errorOf({ ...set, accounts: set.accounts.slice(0, 1) })).toBe('0:MissingAccounts');
    const accept = acceptAdminInstruction(world.program, { newAdmin: admin() });
    expect(await errorOf({ ...accept, data: Uint8Array.of(12, 0) })).toBe('0:MalformedData');
    expect(await errorOf({ ...accept, accounts: accept.accounts.slice(0, 1) })).toBe('0:MissingAccounts');
    expect(await errorOf(withRole(1, ROLE.readonly)(accept))).toBe('0:NotWritable');
    expect(await errorOf(withAccount(1, user.wallet.account)(accept))).toBe('0:BadConfig');
  });

  it('refuses a config of another owner with the same bytes', async () => {
    const user = await createActiveUser(world);
    const account = world.svm.getAccount(world.config);
    const fake = freshAddress();
    if (account.exists) setAccount(world, fake, Uint8Array.from(account.data), SYSTEM_PROGRAM);
    expect((await withdrawSol(world, user, { instruction: withAccount(5, fake) })).error).toBe('1:BadConfig');
  });
});
