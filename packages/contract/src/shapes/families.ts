import { Type } from 'typebox';
import { described, flag, instant, literals, nullable, pid, rupiah, text, uuid, words } from '../schemas.ts';

export const birthMonth = text('^[0-9]{4}-(0[1-9]|1[0-2])$', 'must be a month such as 2012-05', {
  description: 'Month of birth, YYYY-MM.',
});

export const ageBands = ['3-5', '6-9', '10-12', '13-15', '16-17', '18+'] as const;
export type AgeBand = (typeof ageBands)[number];

const ageBand = literals(ageBands, {
  description:
    'Age in completed years. A year is completed on the first day of the month after the birth month.',
});

/** Ratings of the Indonesia Game Rating System. */
export const ratings = ['3+', '7+', '13+', '15+', '18+'] as const;
export type Rating = (typeof ratings)[number];

/** OpenAPI 3.0.3 accepts null only if the enumeration lists it. */
export const rating = (description: string) =>
  Type.Unsafe<Rating | null>({ type: 'string', enum: [...ratings, null], nullable: true, description });

const amountOrNull = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000_000, description }));

export const familyRules = Type.Object(
  {
    monthlySpend: amountOrNull(
      'Maximum that the child may spend in a calendar month without approval, in rupiah, fees included: sends, payments, holds, deposits and charges. Refunds do not give it back; sends to a parent do not count. Null: no limit.',
    ),
    perPurchase: amountOrNull(
      'Maximum of one payment or charge without approval, in rupiah, fees included. Null: no limit.',
    ),
    sends: literals(['none', 'family', 'all'], {
      description:
        'To whom the child may send: `none`: only to a parent. `family`: also to other children of the parents. `all`: to everyone. A payment to another player needs an approval. A send with the fee of an app is only allowed with `all`.',
    }),
    maxRating: rating(
      'Highest confirmed rating of apps that the child may use. Null: the age of the child decides.',
    ),
    unratedApps: flag('Whether the child may use apps without a confirmed rating.'),
  },
  { title: 'FamilyRules' },
);

export const familyChild = Type.Object(
  {
    pid: described(pid, 'pid of the child.'),
    ageBand,
    since: instant('Time since which the caller is a parent of the child.'),
    rules: familyRules,
    spentThisMonth: rupiah('What the child has spent this month, in rupiah, as `monthlySpend` counts.'),
  },
  { title: 'FamilyChild' },
);

export const familyRequest = Type.Object(
  {
    id: described(uuid, 'Id of the request.'),
    pid: described(pid, 'pid of the child who asks.'),
    paymentId: described(uuid, 'Id of the payment.'),
    app: words('Name of the app that asks for the payment.'),
    total: rupiah('What the child would pay, in rupiah, fees included.'),
    askedAt: instant('Time of the request.'),
    expiresAt: instant('Time at which the payment expires, and the request with it.'),
  },
  { title: 'FamilyRequest' },
);

export const family = Type.Object(
  {
    birthMonth: nullable(birthMonth),
    ageBand: nullable(ageBand),
    asksBirthMonth: flag('Whether the service asks this player for the birth month.'),
    parents: Type.Array(
      Type.Object({
        pid: described(pid, 'pid of the parent.'),
        since: instant('Time since which the player is a parent.'),
      }),
      { description: 'Parents of the caller, at most two.' },
    ),
    rules: nullable(familyRules),
    spentThisMonth: nullable(
      rupiah('What the caller has spent this month, in rupiah, if the caller has parents; otherwise null.'),
    ),
    children: Type.Array(familyChild, { description: 'Children of the caller, at most ten.' }),
    requests: Type.Array(familyRequest, {
      description: 'Open requests of the caller’s children, or of the caller, oldest first.',
    }),
  },
  { title: 'Family' },
);

export const familyInvitation = Type.Object(
  {
    pid: described(pid, 'pid of the child.'),
    ageBand,
    parents: Type.Array(pid, { description: 'pids of the parents of the child, at most two.' }),
    rules: nullable(familyRules),
  },
  {
    title: 'FamilyInvitation',
    description: 'What a code is for. `rules`: the rules of the other parent; null without one.',
  },
);

export const familyCode = Type.Object(
  {
    code: words('Eight letters that a parent enters (POST /v1/family/children). Single use.'),
    expiresAt: instant('Time at which the code expires, 15 minutes after it was made.'),
  },
  { title: 'FamilyCode' },
);
