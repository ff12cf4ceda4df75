import { readFileSync } from 'node:fs';
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  signTransaction,
} from '@solana/kit';
import type { KeyPairSigner } from '@solana/kit';
import type { FeatureSet } from 'litesvm';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import {
  LOADER_V3,
  addressBytes,
  findConfigAddress,
  findProgramDataAddress,
  initialiseConfigInstruction,
  programErrorName,
  rpIdHashFromRpId,
  sha256,
  toBytes32,
  utf8,
} from '@pid/protocol';
import type { Address, Bytes32, InitialiseConfigArguments, ProgramInstruction } from '@pid/protocol';
import { programPath, readProgram } from '../../src/index.ts';
import type { SbpfVersion } from '../../src/index.ts';
import { ORIGIN, RP_ID } from './passkey.ts';

export const GENESIS: Bytes32 = toBytes32(sha256(utf8('genesis')));
export const START = 1_800_000_000n;
export const SOL = 1_000_000_000n;

export interface Result {
  readonly ok: boolean;
  /**
   * `1:WrongNonce` means that instruction 1 was refused. Errors of other programs keep the runtime's form.
   */
  readonly error: string | null;
  readonly computeUnits: number;
  readonly logs: readonly string[];
  readonly bytes: number;
}

export interface WorldOptions {
  readonly config?: Partial<InitialiseConfigArguments> | null;
  readonly featureSet?: FeatureSet;
}

export interface World {
  readonly svm: LiteSVM;
  readonly program: Address;
  readonly game: Address;
  readonly forwarder: Address;
  readonly config: Address;
  readonly deployer: KeyPairSigner;
  readonly admin: KeyPairSigner;
  readonly relayer: KeyPairSigner;
  readonly registrar: KeyPairSigner;
  readonly sponsor: KeyPairSigner;
  readonly treasury: KeyPairSigner;
  readonly configArguments: InitialiseConfigArguments;
}

/** Returns a key pair that is the same in every run. */
export function signerFor(name: string): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(sha256(utf8(`test key ${name}`)));
}

async function address(name: string): Promise<Address> {
  return (await signerFor(name)).address;
}

/** Creates a chain with all programs deployed and, unless `config` is null, the config initialised. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const svm = newSvm(options.featureSet);
  const [program, game, forwarder] = [
    await address('program'),
    await address('game'),
    await address('forwarder'),
  ];
  const [deployer, admin, relayer] = [
    await signerFor('deployer'),
    await signerFor('admin'),
    await signerFor('relayer'),
  ];
  const [registrar, sponsor, treasury] = [
    await signerFor('registrar'),
    await signerFor('sponsor'),
    await signerFor('treasury'),
  ];
  setTime(svm, START);
  for (const signer of [deployer, admin, relayer, registrar, sponsor]) fund(svm, signer.address, 100n * SOL);
  fund(svm, treasury.address, SOL);
  deploy(svm, program, walletBytes(), deployer.address);
  deploy(svm, game, readProgram('game', sbpfVersion), deployer.address);
  deploy(svm, forwarder, readProgram('forwarder', sbpfVersion), null);
  const configArguments: InitialiseConfigArguments = {
    upgradeAuthority: deployer.address,
    genesisHash: GENESIS,
    rpIdHash: rpIdHashFromRpId(RP_ID),
    origin: ORIGIN,
    admin: admin.address,
    relayer: relayer.address,
    registrar: registrar.address,
    treasury: treasury.address,
    bps: 1_000,
    maxNetworkFeeLamports: 100_000n,
    ...options.config,
  };
  const config = findConfigAddress(program).address;
  const world: World = {
    svm,
    program,
    game,
    forwarder,
    config,
    configArguments,
    deployer,
    admin,
    relayer,
    registrar,
    sponsor,
    treasury,
  };
  if (options.config !== null) {
    const result = await send(world, [initialiseConfigInstruction(program, configArguments)], [deployer]);
    if (!result.ok) throw new Error(`config: ${result.error}`);
  }
  return world;
}

function newSvm(featureSet: FeatureSet | undefined): LiteSVM {
  if (!featureSet) return new LiteSVM();
  return LiteSVM.default()
    .withFeatureSet(featureSet)
    .withBuiltins()
    .withLamports(1_000_000n * SOL)
    .withSysvars()
    .withPrecompiles()
    .withDefaultPrograms()
    .withSigverify(true)
    .withBlockhashCheck(true);
}

/** The suite runs twice, once for each sBPF version (vitest.config.ts). */
const sbpfVersion: SbpfVersion = process.env['PID_TEST_SBPF'] === 'v3' ? 'v3' : 'v0';

/** Mutation tests set `PID_WALLET_SO` to a program with one guard removed. */
function walletBytes(): Uint8Array {
  return new Uint8Array(readFileSync(process.env['PID_WALLET_SO'] ?? programPath('wallet', sbpfVersion)));
}

/** Leaves the same accounts as a deployment by the upgradeable loader. */
function deploy(svm: LiteSVM, program: Address, bytes: Uint8Array, authority: Address | null): void {
  svm.addProgram(program, bytes);
  setUpgradeAuthority(svm, program, authority);
}

export function setUpgradeAuthority(svm: LiteSVM, program: Address, authority: Address | null): void {
  editAccount(svm, findProgramDataAddress(program).address, (data) => {
    data[12] = authority === null ? 0 : 1;
    if (authority !== null) data.set(addressBytes(authority), 13);
  });
}

/** Changes an account's bytes without a transaction. */
export function editAccount(svm: LiteSVM, address: Address, edit: (data: Uint8Array) => void): void {
  const account = svm.getAccount(address);
  if (!account.exists) throw new Error(`no account ${address}`);
  const data = Uint8Array.from(account.data);
  edit(data);
  svm.setAccount({ ...account, data });
}

export function setAccount(
  world: World,
  address: Address,
  data: Uint8Array,
  owner: Address = LOADER_V3,
): void {
  const minimum = world.svm.minimumBalanceForRentExemption(BigInt(data.length));
  const space = BigInt(data.length);
  const base = {
    address,
    data,
    executable: false,
    lamports: lamports(minimum),
    programAddress: owner,
    space,
  };
  world.svm.setAccount(base);
}

export function fund(svm: LiteSVM, address: Address, amount: bigint): void {
  const result = svm.airdrop(address, lamports(amount));
  if (result instanceof FailedTransactionMetadata) throw new Error(`airdrop: ${result.toString()}`);
  svm.expireBlockhash();
}

export function balance(world: World, address: Address): bigint {
  return world.svm.getBalance(address) ?? 0n;
}

export function now(world: World): bigint {
  return world.svm.getClock().unixTimestamp;
}

export function setTime(svm: LiteSVM, unixSeconds: bigint): void {
  const clock = svm.getClock();
  clock.unixTimestamp = unixSeconds;
  svm.setClock(clock);
}

/** Sends one transaction; the first signer pays. */
export async function send(
  world: World,
  instructions: readonly ProgramInstruction[],
  signers: readonly KeyPairSigner[],
): Promise<Result> {
  const [payer] = signers;
  if (!payer) throw new Error('a transaction needs a payer');
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (tx) => setTransactionMessageFeePayer(payer.address, tx),
    (tx) => world.svm.setTransactionMessageLifetimeUsingLatestBlockhash(tx),
    (tx) => appendTransactionMessageInstructions(instructions, tx),
  );
  const transaction = await signTransaction(
    signers.map((signer) => signer.keyPair),
    compileTransaction(message),
  );
  const outcome = world.svm.sendTransaction(transaction);
  world.svm.expireBlockhash();
  const failed = outcome instanceof FailedTransactionMetadata;
  const meta = failed ? outcome.meta() : outcome;
  return {
    ok: !failed,
    error: failed ? describeError(outcome.err()) : null,
    computeUnits: Number(meta.computeUnitsConsumed()),
    logs: meta.logs(),
    bytes: getTransactionEncoder().encode(transaction).length,
  };
}

/** Errors of the runtime and its native programs, by the numbers that LiteSVM gives them. */
const RUNTIME_ERRORS: Readonly<Record<number, string>> = {
  2: 'InvalidInstructionData',
  7: 'MissingRequiredSignature',
  32: 'ReentrancyNotAllowed',
  34: 'InvalidSeeds',
  37: 'PrivilegeEscalation',
  39: 'ProgramFailedToComplete',
};

function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('index' in error)) return String(error);
  const { index } = error;
  const inner: unknown = 'err' in error && typeof error.err === 'function' ? error.err() : null;
  if (typeof inner === 'object' && inner !== null && 'code' in inner) {
    const code = Number(inner.code);
    return `${String(index)}:${programErrorName(code) ?? `Custom(${code})`}`;
  }
  return `${String(index)}:${RUNTIME_ERRORS[Number(inner)] ?? String(inner)}`;
}
