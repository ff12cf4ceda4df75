// The possible steps: every instruction of the program from any sender, gifts, upgrades of the game, replays
// and waiting.
import * as fc from 'fast-check';
import { EVERYTHING } from '@pid/protocol';
import { RENT } from './state.ts';
import { SOL } from '../support/world.ts';

/** A change that a hostile caller makes to a transaction before it is sent. */
export type Twist =
  | { readonly kind: 'none' }
  /** Replaces one account by another. */
  | { readonly kind: 'swap'; readonly place: number; readonly other: number }
  /** Passes the same account in two places. */
  | { readonly kind: 'alias'; readonly from: number; readonly to: number }
  | { readonly kind: 'readonly'; readonly place: number }
  | { readonly kind: 'byte'; readonly offset: number; readonly mask: number }
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Sends all instructions twice in one transaction. */
  | { readonly kind: 'twice' }
  /** Leaves out the instructions that prove the signatures. */
  | { readonly kind: 'bare' };

const wallet = fc.nat(1);
/** Mostly the first passkey, which usually is the authority. */
const key = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) });
const session = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(1) });
const amount = fc.oneof(
  fc.bigInt(0n, 2n * SOL),
  fc.bigInt(0n, 2n * RENT),
  fc.constantFrom(EVERYTHING, EVERYTHING, EVERYTHING - 1n, 1n << 63n),
);
const tokens = fc.oneof(fc.bigInt(0n, 1_100n), fc.constantFrom(EVERYTHING, EVERYTHING - 1n));
const fee = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt(0n, 100_000n) },
  { weight: 1, arbitrary: fc.constantFrom(0n, 100_001n, 2_000_000n, EVERYTHING) },
);
const destination = fc.nat(8);
const policy = fc.constantFrom('current', 'current', 'current', 'previous', 'unknown');
const twist: fc.Arbitrary<Twist> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({ kind: 'none' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('swap' as const), place: fc.nat(12), other: fc.nat(24) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('alias' as const), from: fc.nat(12), to: fc.nat(12) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('readonly' as const), place: fc.nat(12) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('byte' as const),
      offset: fc.nat(110),
      mask: fc.integer({ min: 1, max: 255 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cut' as const), bytes: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'twice' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'bare' } as const) },
);
/** A stranger sends and signs in the place of relayer, registrar or admin. */
const stranger = fc.oneof(
  { weight: 6, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const common = { wallet, twist, stranger };
/** Mostly the wallet that was never activated. */
const sleeper = fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: wallet });
/** Mostly the activated wallet. */
const player = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: wallet });
const playing = { ...common, wallet: player };
const sleeping = { ...common, wallet: sleeper };

const spend = { ...common, key, amount, destination };
const spendTokens = { ...common, key, amount: tokens, destination };
const named = <Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: Kind } & Fields>;

export const step = fc.oneof(
  { weight: 1, arbitrary: named('activate', { ...sleeping, key, fee, policy }) },
  { weight: 4, arbitrary: named('withdrawSol', { ...spend, fee, policy }) },
  { weight: 3, arbitrary: named('withdrawSpl', { ...spendTokens, fee, policy }) },
  { weight: 3, arbitrary: named('exitSol', spend) },
  { weight: 2, arbitrary: named('exitSpl', spendTokens) },
  { weight: 3, arbitrary: named('rotate', { ...playing, key, next: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: named('register', {
      ...playing,
      key,
      session,
      seconds: fc.constantFrom(3_600n, 86_400n, 86_401n, 0n, 60n),
    }),
  },
  { weight: 1, arbitrary: named('revoke', { ...playing, key, session }) },
  { weight: 6, arbitrary: named('execute', { ...playing, session }) },
  { weight: 2, arbitrary: named('close', { ...playing, session }) },
  {
    weight: 3,
    arbitrary: named('claim', {
      ...sleeping,
      key,
      age: fc.constantFrom(-1n, 0n, 1n, 10n, 1_000n, 3_000_000n),
      certifier: fc.constantFrom(
        'registrar',
        'registrar',
        'registrar',
        'registrar',
        'next registrar',
        'relayer',
      ),
    }),
  },
  { weight: 4, arbitrary: named('finishClaim', sleeping) },
  { weight: 2, arbitrary: named('closeClaim', sleeping) },
  {
    weight: 3,
    arbitrary: named('setPolicy', {
      ...playing,
      key,
      count: fc.constantFrom(3, 3, 2, 1, 0),
      threshold: fc.constantFrom(1, 1, 2, 2, 3, 0),
      delay: fc.constantFrom(86_400, 86_400, 864_000, 86_399, 0),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(fc.nat(2), fc.nat(9)).chain(([guardian, luck]) =>
      named('voteRecovery', {
        ...playing,
        guardian: fc.constant(guardian),
        signer: luck === 0 ? fc.nat(2) : fc.constant(guardian),
        next: fc.constantFrom(1, 1, 1, 2, 0, 3),
        seconds: fc.constantFrom(60n, 61n, 62n, 300n, 600n),
      }),
    ),
  },
  { weight: 1, arbitrary: named('cancelRecovery', { ...playing, key }) },
  { weight: 5, arbitrary: named('finishRecovery', { ...playing, next: fc.constantFrom(1, 1, 1, 2, 0) }) },
  { weight: 1, arbitrary: named('setRegistrar', { ...common, next: fc.boolean() }) },
  { weight: 1, arbitrary: named('setRelayer', { ...common, gone: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: named('appendPolicy', {
      ...common,
      bps: fc.constantFrom(0, 1, 5_000, 5_001),
      cap: fc.constantFrom(0n, 100_000n, 2_000_000n, 2_000_001n),
    }),
  },
  {
    weight: 2,
    arbitrary: named('gift', {
      wallet,
      to: fc.constantFrom('vault', 'account', 'claim', 'recovery', 'session', 'config'),
      lamports: fc.constantFrom(RENT, 1_454_640n, 3n * SOL),
    }),
  },
  { weight: 1, arbitrary: named('upgradeGame', { authority: fc.constantFrom('same', 'none', 'other') }) },
  { weight: 1, arbitrary: named('replay', { which: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: named('wait', {
      seconds: fc.constantFrom(1n, 59n, 600n, 601n, 3_600n, 86_400n, 864_000n, 2_592_000n, 2_592_000n),
    }),
  },
);

export type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;
