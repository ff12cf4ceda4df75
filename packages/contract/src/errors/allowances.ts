import { errors } from './declare.ts';
import { formatRupiah } from './format-rupiah.ts';

type Rupiah = bigint | number;

export const allowanceErrors = errors({
  player_not_connected: {
    status: 404,
    meaning: 'No such player has connected the app: the player has to sign in to it first',
    remedy: 'Ask the player to sign in to the app first, then create the allowance again.',
  },
  allowance_not_found: {
    status: 404,
    message: 'No such allowance',
    meaning: 'The allowance does not exist, or belongs to another app or player',
    remedy: 'Check the id, and that the machine token is of the app that created the allowance.',
  },
  allowance_reference_used: {
    status: 409,
    meaning:
      'The app has already used this reference for another allowance: send the same request, or choose another reference',
    remedy: 'Use one `reference` for each allowance. To retry, send exactly the same request.',
  },
  allowance_ended: {
    status: 409,
    meaning: 'The allowance has ended, or was not approved in time: the app has to create a new one',
    remedy: 'Create a new allowance with a new `reference`, and send the player to its `approveUrl`.',
  },
  allowance_changed: {
    status: 409,
    meaning: 'The amount of the allowance is not `expectedAmount`: show the player the amount',
    remedy: 'Read the allowance again, show the player its amount, and send that as `expectedAmount`.',
    context: { amount: 'Amount of the allowance per period, in rupiah' },
    sentence: ({ amount }: { amount: Rupiah }) => `The allowance is for ${formatRupiah(amount)} per period`,
  },
  allowance_exceeded: {
    status: 409,
    meaning:
      'The total of the payment, fees included, exceeds what is left of the allowance in this period: wait for the next period, or create a payment that the player confirms',
    remedy: 'Charge at most `left`, wait for the next period, or create a payment that the player confirms.',
    context: { left: 'Rupiah that are left in this period, fees included' },
    sentence: ({ left }: { left: Rupiah }) =>
      `The payment exceeds the allowance: ${formatRupiah(left)} are left in this period, fees included`,
  },
  allowance_unavailable: {
    status: 409,
    meaning:
      'The allowance cannot pay now. `reason` is `open` (not approved yet) or `ended`. Without `reason`, the cause lies with the player, who gets a notice: try again later, or create a payment that the player confirms',
    remedy:
      'If it is `open`, send the player to its `approveUrl`; if it `ended`, create a new one. Otherwise try again later, or create a payment that the player confirms.',
    context: { reason: '`open` or `ended`; absent if the cause lies with the player' },
  },
});
