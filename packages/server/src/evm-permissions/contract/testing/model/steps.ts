import { PERIODS, type EvmAddress, type Hex, type SpendLimit } from '@pid/protocol/evm';
import * as fc from 'fast-check';
import { ORIGIN } from '../../../testing/soft-keys.ts';
import { day, friend, game, hour, play, token } from '../test-world.ts';

/**
 * Accounts share a verifier, and one key may own several accounts. The state of one account must not affect
 * another.
 */
export const ACCOUNTS = 2;
/** For each account, with the same terms. */
export const PERMISSIONS = 2;
export const OWNERS = 4;
export const SESSIONS = 2;

export const ORIGINS = [
  ORIGIN,
  'https://elsewhere.example',
  '',
  'https://a"b',
  'https://a b',
  'x'.repeat(129),
];

type Place = EvmAddress | 'account' | 'verifier';

export interface Scope {
  readonly to: Place;
  readonly selector: Hex;
  /** Number of argument words before the amount; null for a function without an amount. */
  readonly before: number | null;
}

const EMPTY = '0xe0e0e0e0';
export const SCOPES: readonly Scope[] = [
  { to: game, selector: play, before: null },
  { to: token, selector: '0xa9059cbb', before: 1 },
  { to: token, selector: '0x095ea7b3', before: 1 },
  { to: token, selector: '0x23b872dd', before: 2 },
  { to: game, selector: '0xa9059cbb', before: 1 },
  { to: friend, selector: EMPTY, before: null },
  { to: token, selector: '0xa22cb465', before: 1 },
  { to: 'account', selector: play, before: null },
  { to: 'verifier', selector: play, before: null },
];

/** The terms of a permission before an account is assigned. */
export interface Terms {
  readonly session: number;
  readonly isElsewhere: boolean;
  readonly calls: readonly Scope[];
  readonly spend: readonly SpendLimit[];
  readonly startsIn: number;
  readonly endsIn: number;
}

const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare });
const bigNumber = fc.constantFrom(2n ** 256n - 1n, 2n ** 255n);
const limit = mostly(fc.bigInt({ min: 0n, max: 90n }), bigNumber);
const amount = mostly(fc.bigInt({ min: 0n, max: 40n }), bigNumber);

const limitOf = (of: fc.Arbitrary<EvmAddress | null>): fc.Arbitrary<SpendLimit> =>
  fc.record({ token: of, limit, period: fc.constantFrom(...PERIODS) });

export const terms: fc.Arbitrary<Terms> = fc.record({
  session: fc.nat(SESSIONS - 1),
  isElsewhere: mostly(fc.constant(false), fc.constant(true), 19),
  calls: mostly(
    fc.subarray(SCOPES.slice(0, 5), { minLength: 2 }),
    fc.subarray([...SCOPES], { minLength: 1, maxLength: 4 }),
    4,
  ),
  spend: fc
    .tuple(
      mostly(limitOf(fc.constant(null)), limitOf(fc.constant(game)), 6),
      limitOf(fc.constant(token)),
      fc.array(limitOf(fc.constantFrom(null, token)), { maxLength: 1 }),
    )
    .map(([native, first, more]) => [native, first, ...more]),
  startsIn: mostly(fc.constant(-hour), fc.integer({ min: 0, max: day }), 6),
  endsIn: mostly(fc.integer({ min: day, max: 400 * day }), fc.integer({ min: -hour, max: hour }), 4),
});

/** The defect of an assertion or a signature. The twin does not know it and judges only the bytes. */
const OWNER_FLAWS = [
  'otherOrigin',
  'longerOrigin',
  'crossOrigin',
  'crossOriginLater',
  'noVerification',
  'noPresence',
  'otherRelyingParty',
  'creation',
  'highS',
  'otherChain',
  'otherVerifier',
  'otherAccount',
  'otherPermission',
  'flippedData',
  'flippedTail',
  'flippedR',
  'flippedS',
  'short',
] as const;
export type OwnerFlaw = (typeof OWNER_FLAWS)[number];
const CALL_FLAWS = [
  'highS',
  'otherChain',
  'otherAccount',
  'otherPermission',
  'otherKey',
  'flippedR',
  'flippedS',
  'otherAmount',
  'otherNonce',
] as const;

const account = mostly(fc.constant(0), fc.nat(ACCOUNTS - 1), 2);
const permission = fc.nat(PERMISSIONS - 1);
/** Index of the byte to flip, modulo the length of the data. */
const at = fc.nat(200);
const flaw = <T extends string>(names: readonly T[]) =>
  mostly<T | null>(fc.constant(null), fc.constantFrom<T | null>(...names), 4);

const setOwner = fc.record({
  kind: fc.constant('setOwner' as const),
  account,
  key: fc.nat(OWNERS - 1),
  origin: mostly(fc.nat(1), fc.nat(ORIGINS.length - 1), 5),
});
const approve = fc.record({
  kind: fc.constant('approve' as const),
  account,
  permission,
  /** Null: the current owner of the account. */
  key: mostly<number | null>(fc.constant(null), fc.nat(OWNERS - 1), 4),
  flaw: flaw(OWNER_FLAWS),
  at,
});
const call = fc.record({
  kind: fc.constant('call' as const),
  account,
  permission,
  /** Whether to choose from the permission's own calls or from all scopes. */
  isListed: mostly(fc.constant(true), fc.constant(false), 6),
  scope: fc.nat(SCOPES.length - 1),
  amount,
  value: mostly(fc.constant(0n), amount, 3),
  nonce: fc.bigInt({ min: 0n, max: 6n }),
  deadlineIn: mostly(fc.constant(hour), fc.constantFrom(-1, 0), 6),
  /** Number of bytes to cut off the end of the data, or a replacement for all of it. */
  data: mostly<Hex | number>(fc.constant(0), fc.constantFrom<Hex | number>(1, 32, '0x12', EMPTY), 9),
  flaw: flaw(CALL_FLAWS),
  at,
});
const revoke = fc.record({ kind: fc.constant('revoke' as const), account, permission });
const jump = fc.record({
  kind: fc.constant('jump' as const),
  to: fc.oneof(
    fc.constantFrom(1, hour, day, 7 * day, 31 * day),
    fc.integer({ min: 1, max: 3 * day }),
    fc.record({
      period: fc.constantFrom(...PERIODS),
      /** Seconds relative to the boundary. */
      after: fc.constantFrom(-1, 0),
    }),
    fc.record({
      permission,
      edge: fc.constantFrom('start' as const, 'expiry' as const),
      after: fc.constantFrom(-1, 0),
    }),
  ),
});

export const step = fc.oneof(
  { weight: 1, arbitrary: setOwner },
  { weight: 4, arbitrary: approve },
  { weight: 12, arbitrary: call },
  { weight: 1, arbitrary: revoke },
  { weight: 2, arbitrary: jump },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;
