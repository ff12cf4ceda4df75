import { Type } from 'typebox';
import { described, flag, instant, literals, nullable, pid, rupiah, text, uuid, words } from '../schemas.ts';
import { nullableMoment, nullableText } from './money.ts';
import { paymentAmount, plainWords } from './plain-words.ts';

export const allowanceReference = text(
  `^${plainWords}{1,64}$`,
  'must be 1-64 characters without control characters',
  {
    description:
      'The app’s own id for the allowance, 1-64 characters, unique per app. The same request again returns the same allowance.',
  },
);

export const allowanceDescription = text(
  String.raw`^(?=.*\S)${plainWords}{1,140}$`,
  'must be 1-140 characters without control characters',
  {
    description: 'What the player pays for, 1-140 characters. Do not include names of people.',
  },
);

export const allowanceAmount = paymentAmount('Maximum that the app can charge in one period, fees included.');

export const allowancePeriod = literals(['day', 'week', 'month'], {
  description:
    'Calendar period of the limit, in the time zone of the service. Weeks begin on Monday, months on the first day.',
});

export const allowanceStatus = literals(['open', 'active', 'ended'], {
  description:
    '`open`: the player has not decided yet. `active`: the app can charge. `ended`: it cannot charge any more, or the player did not approve within 24 hours.',
});

const allowanceEndReasons = [
  'player',
  'declined',
  'app',
  'expired',
  'lapsed',
  'disconnected',
  'app_deleted',
  'app_paused',
  'app_changed',
] as const;

const allowanceFields = {
  id: described(uuid, 'Id of the allowance.'),
  clientId: words('`client_id` of the app that can charge.'),
  reference: words('The app’s own id for the allowance.'),
  status: allowanceStatus,
  amount: rupiah('Maximum that the app can charge in one period, in rupiah, fees included.'),
  period: allowancePeriod,
  left: rupiah('What the app can still charge in the current period, in rupiah, fees included.'),
  periodEnds: instant('Time at which the next period begins.'),
  description: words('What the player pays for. `[erased]` after the player deleted the identity.'),
  approveUrl: Type.String({
    format: 'uri',
    description: 'URL of the page where the player approves. Send the player there.',
  }),
  returnTo: nullableText('URL to return to after the decision; null if there is none.'),
  createdAt: instant('Time of creation.'),
  approveBy: instant('Time until which the player can approve: 24 hours after the creation.'),
  endsAt: instant('Time at which the allowance ends by itself.'),
  approvedAt: nullableMoment('Time of the approval; null if the player has not approved.'),
  endedAt: nullableMoment('Time at which the allowance ended; null until then.'),
  endReason: nullable(
    literals(allowanceEndReasons, {
      description:
        'Why the allowance ended; null until then. `player`: the player ended it. `declined`: the player declined it. `app`: the app ended it. `expired`: `endsAt` has passed. `lapsed`: not approved in time. `disconnected`: the player disconnected the app, or deleted the identity. `app_deleted`, `app_paused`: the app was. `app_changed`: the app has another owner, lost its badge, or changed something that costs a badge.',
    }),
  ),
};

export const Allowance = Type.Object(
  {
    ...allowanceFields,
    pid: described(pid, 'pid of the player who pays.'),
  },
  { title: 'Allowance' },
);

export const PlayerAllowance = Type.Object(
  {
    ...allowanceFields,
    app: Type.Object(
      {
        name: words('Name of the app; of an approved allowance, the name that the player approved.'),
        logoUrl: nullable(words('https URL of the app’s logo; null if it has none.')),
        verified: flag(
          'Whether an administrator has verified the app. False if it was renamed since the approval.',
        ),
        status: literals(['active', 'paused'], {
          description: '`active`, or `paused`: it cannot charge.',
        }),
      },
      { title: 'AllowanceApp' },
    ),
    charged: rupiah('What the app has charged in the current period, in rupiah, fees included.'),
    origin: nullable(words('Origin that receives the result; null without `returnTo`.')),
  },
  { title: 'PlayerAllowance' },
);
