import type { AccountBook, FamilyRules } from '../ledger/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AgeGate } from './settings.ts';

export interface FamilyDeps extends Needs<'db' | 'clock' | 'ids' | 'sealer'> {
  readonly book: AccountBook;
  readonly gate: AgeGate;
  readonly timeZone: string;
  /** How long a birth month must be set before its player can be a parent. */
  readonly parentAfterSeconds: number;
  hasCountingPasskey(tx: Tx, identityId: string, now: Date): Promise<boolean>;
  /** Looks up a typed code, and counts and limits wrong guesses. */
  lookUpCounted<Found>(
    tx: Tx,
    guess: { caller: UserCaller; address: string | null; now: Date },
    lookUp: () => Promise<Found | null>,
  ): Promise<Found | null>;
}

/** A player in a family. */
export interface Person {
  readonly id: string;
  readonly pid: string;
}

/** Who caused a change. */
export interface Author {
  readonly actor: string;
  readonly origin: AuditOrigin | null;
}

export function momentOf({ clock, timeZone }: Pick<FamilyDeps, 'clock' | 'timeZone'>) {
  return { now: clock.now(), timeZone };
}

const ratingNumbers = { '3+': 3, '7+': 7, '13+': 13, '15+': 15, '18+': 18 } as const;
type Rating = keyof typeof ratingNumbers;

/** Rules as they are written in requests and responses. */
export interface WrittenRules {
  readonly monthlySpend: number | null;
  readonly perPurchase: number | null;
  readonly sends: FamilyRules['sends'];
  readonly maxRating: Rating | null;
  readonly unratedApps: boolean;
}

export function readRules(rules: WrittenRules): FamilyRules {
  return {
    ...rules,
    monthlySpend: rules.monthlySpend === null ? null : BigInt(rules.monthlySpend),
    perPurchase: rules.perPurchase === null ? null : BigInt(rules.perPurchase),
    maxRating: rules.maxRating === null ? null : ratingNumbers[rules.maxRating],
  };
}

export function describeRules(rules: FamilyRules): WrittenRules {
  return {
    ...rules,
    monthlySpend: rules.monthlySpend === null ? null : Number(rules.monthlySpend),
    perPurchase: rules.perPurchase === null ? null : Number(rules.perPurchase),
    maxRating: rules.maxRating === null ? null : (`${rules.maxRating}+` as Rating),
  };
}
