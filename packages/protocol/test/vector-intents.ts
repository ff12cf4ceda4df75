import { readFileSync } from 'node:fs';
import { accountIdFromPid, fromHex, rpIdHashFromRpId, toBytes32, toPasskeyPoint } from '../src/index.ts';
import type { Address, DerivedAddress, Intent, PayloadScope } from '../src/index.ts';

export type VectorName =
  | 'activate'
  | 'withdrawSol'
  | 'withdrawSpl'
  | 'registerSession'
  | 'revokeSession'
  | 'exitSol'
  | 'exitSpl'
  | 'rotate';

export interface PayloadVector {
  readonly name: VectorName;
  readonly nonce: string;
  readonly feePolicyVersion: number;
  readonly header: string;
  readonly body: string;
  readonly challenge: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

export interface Vectors {
  readonly scope: {
    readonly pid: string;
    readonly program: Address;
    readonly game: Address;
    readonly deployer: Address;
    readonly sessionPubkey: Address;
    readonly destination: Address;
    readonly mint: Address;
    readonly recordedSlot: string;
    readonly genesisHash: string;
    readonly accountId: string;
    readonly origin: string;
    readonly rpId: string;
    readonly chainTime: string;
    readonly expiry: string;
  };
  readonly authority: { readonly point: string; readonly nextPoint: string };
  readonly amounts: { readonly sol: string; readonly tokens: string; readonly expiresAt: string };
  readonly addresses: Readonly<
    Record<'config' | 'account' | 'vault' | 'session' | 'sessionSigner', DerivedAddress>
  >;
  readonly cases: readonly PayloadVector[];
  readonly fees: readonly {
    readonly networkFeeLamports: string;
    readonly bps: number;
    readonly protocolFeeLamports: string;
  }[];
}

export function readVectors(): Vectors {
  const file = new URL('../vectors/payloads.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors;
}

export function vectorScope(vectors: Vectors, vector: PayloadVector): PayloadScope {
  return {
    genesisHash: toBytes32(fromHex(vectors.scope.genesisHash)),
    program: vectors.scope.program,
    accountId: accountIdFromPid(vectors.scope.pid),
    vault: vectors.addresses.vault.address,
    nonce: BigInt(vector.nonce),
    expiry: BigInt(vectors.scope.expiry),
  };
}

/** The intent of each vector. */
export function vectorIntents({ scope, authority, amounts, addresses }: Vectors): Record<VectorName, Intent> {
  const rpIdHash = rpIdHashFromRpId(scope.rpId);
  const { destination, mint } = scope;
  const sol = { mint: null, destination, amount: BigInt(amounts.sol) };
  const spl = { mint, destination, amount: BigInt(amounts.tokens) };
  const point = toPasskeyPoint(fromHex(authority.point));
  const newAuthority = toPasskeyPoint(fromHex(authority.nextPoint));
  return {
    activate: { action: 'activate', authority: point, rpIdHash, feePolicyVersion: 1 },
    withdrawSol: { action: 'withdraw', ...sol, feePolicyVersion: 1 },
    withdrawSpl: { action: 'withdraw', ...spl, feePolicyVersion: 1 },
    registerSession: {
      action: 'registerSession',
      sessionPubkey: scope.sessionPubkey,
      allowedProgram: scope.game,
      expiresAt: BigInt(amounts.expiresAt),
      recordedAuthority: scope.deployer,
      recordedSlot: BigInt(scope.recordedSlot),
    },
    revokeSession: { action: 'revokeSession', session: addresses.session.address },
    exitSol: { action: 'exit', ...sol },
    exitSpl: { action: 'exit', ...spl },
    rotate: { action: 'rotate', newAuthority, newRpIdHash: rpIdHash },
  };
}
