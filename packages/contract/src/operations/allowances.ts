import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, nullable, okReply, page, pageQuery, pid, uuid, words } from '../schemas.ts';
import {
  Allowance,
  allowanceAmount,
  allowanceDescription,
  allowancePeriod,
  allowanceReference,
  allowanceStatus,
  PlayerAllowance,
} from '../shapes/allowances.ts';
import { moment } from '../shapes/money.ts';

const allowanceId = Type.Object({ id: described(uuid, 'Id of the allowance.') });
const example = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b';

/** Called by an app's server with a machine token of the scope `payments`. */
export const allowances = declare('payments', {
  createAllowance: {
    summary: 'Asks a player for an allowance',
    description:
      'An allowance lets the app charge a player up to an amount in every calendar period without a confirmation each time, for example for a monthly pass. The player approves it with a passkey at `approveUrl`, within 24 hours. Charge with `allowance` of POST /v1/apps/{client_id}/payments. Refunds do not give back what was charged. The player can end the allowance at any time; it also ends when the player disconnects the app, when the app is paused, deleted or transferred, and with every change of the app that costs its badge. `reference` makes the request idempotent: the same reference and body return the existing allowance, as it is now, with 200.',
    access: 'app',
    appScope: 'payments',
    limit: 'payments',
    params: Type.Object({
      client_id: Type.String({
        maxLength: 64,
        description: 'Public identifier of the app that the token belongs to.',
      }),
    }),
    body: Type.Object({
      reference: allowanceReference,
      pid: described(pid, 'pid of the player who pays. The player must have connected the app.'),
      amount: allowanceAmount,
      period: allowancePeriod,
      description: allowanceDescription,
      endsAt: Type.Optional(
        moment(
          'Time at which the allowance ends by itself, at most 366 days after its creation. Default: 366 days.',
        ),
      ),
      returnTo: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1024,
          description:
            'URL to return to after the decision, with the same rules as for logins: on a listed origin of the app, or on loopback. If absent, the page does not return to the app.',
        }),
      ),
    }),
    reply: Allowance,
    status: 201,
    repeatStatus: 200,
    errors: ['no_such_app', 'app_paused', 'player_not_connected', 'allowance_reference_used', 'own_payment'],
    example: {
      client_id: 'app_example',
      reference: 'pass-17',
      pid: 'budi@pid',
      amount: 25_000,
      period: 'month',
      description: 'Monthly pass',
      returnTo: 'http://localhost:5173/pass',
    },
  },
});

export const playerAllowances = declare('payments', {
  listAllowances: {
    summary: 'Lists the allowances of the caller, newest first',
    description: 'Without `status`, the list contains those that the caller has approved.',
    access: 'user',
    query: Type.Object({
      clientId: Type.Optional(
        Type.String({ maxLength: 64, description: 'Returns only allowances of this app (`client_id`).' }),
      ),
      status: Type.Optional(described(allowanceStatus, 'Returns only allowances with this status.')),
      ...pageQuery,
    }),
    reply: page(PlayerAllowance),
    example: { status: 'active' },
  },
  getAllowance: {
    summary: 'Returns an allowance of the caller',
    access: 'user',
    params: allowanceId,
    reply: PlayerAllowance,
    errors: ['allowance_not_found'],
    example: { id: example },
  },
  getAllowanceStatus: {
    summary: 'Returns the status of an allowance',
    description:
      'The page of a game reads it if the window of the approval does not answer, for example because the player closed it. Anyone who has the id can read it, so no sign-in is required. Before your server relies on an allowance, it must read its event, or send the creation again, with its own token.',
    access: 'public',
    params: allowanceId,
    reply: Type.Object(
      {
        status: allowanceStatus,
        origin: nullable(
          words(
            'Origin of `returnTo`, which the page of the allowance posts its result to; null if there is none.',
          ),
        ),
      },
      { title: 'AllowanceStatus' },
    ),
    errors: ['allowance_not_found'],
    example: { id: example },
  },
  approveAllowance: {
    summary: 'Approves an allowance',
    description:
      'Always needs the assertion of a passkey that counts, also from players who have none: a sign-in is not enough. The same player gets an active allowance again without an assertion.',
    access: 'user',
    limit: 'money',
    stepUp: 'passkey',
    params: allowanceId,
    body: Type.Object({
      expectedAmount: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Amount per period that the player agreed to, in rupiah.',
      }),
    }),
    reply: PlayerAllowance,
    errors: [
      'allowance_not_found',
      'allowance_ended',
      'allowance_changed',
      'app_paused',
      'age_needed',
      'parent_needed',
    ],
    example: { id: example, expectedAmount: 25_000 },
  },
  endAllowance: {
    summary: 'Ends an allowance',
    description:
      'The player, or the app with a machine token of the scope `payments`, ends an active allowance or declines an open one. It charges nothing from then on. What was charged stays paid. Ending it again changes nothing.',
    access: 'app-or-user',
    appScope: 'payments',
    limit: 'payments',
    allowSuspended: true,
    params: allowanceId,
    reply: okReply,
    errors: ['allowance_not_found'],
    example: { id: example },
  },
});
