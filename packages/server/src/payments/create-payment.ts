import type { Input } from '@pid/contract';
import { defaultLanguage } from '@pid/contract/languages';
import { nameGoods } from '@pid/contract/name-goods';
import { canonicalJson } from '@pid/protocol';
import { findIdentityByPid } from '../identity/index.ts';
import { newPostingId } from '../ledger/index.ts';
import { impossible, invalid, refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { findItem } from './items.store.ts';
import type { PaymentAppTerms, PaymentDeps } from './payment-deps.ts';
import { findByReference, insertPayment, type NewPayment, type Payment } from './payments.store.ts';

export type PaymentRequest = Omit<Input<'createPayment'>, 'client_id'>;

type Goods = Pick<NewPayment, 'amount' | 'description' | 'item'>;

const expiresInSecondsDefault = 3600;
const captureWithinSecondsDefault = 604_800;

/**
 * Creates a payment. The same reference with the same request returns the same payment, whatever its status.
 */
export async function createPayment(
  deps: PaymentDeps,
  app: PaymentAppTerms,
  input: PaymentRequest,
): Promise<{ payment: Payment; isNew: boolean }> {
  requireItemOrAmount(input);
  const { extendForTopUp = true, ...given } = input;
  const asked = {
    ...given,
    // Omit the default, so that requests from before this field existed keep their hash.
    ...(extendForTopUp ? {} : { extendForTopUp }),
    ...(input.sku === undefined ? {} : { quantity: input.quantity ?? 1 }),
    to: input.to ?? null,
    pid: input.pid ?? null,
    returnTo: input.returnTo ?? null,
    capture: input.capture ?? ('automatic' as const),
    expiresInSeconds: input.expiresInSeconds ?? expiresInSecondsDefault,
    captureWithinSeconds: input.captureWithinSeconds ?? captureWithinSecondsDefault,
  };
  const requestHash = sha256(canonicalJson(asked));
  const known = await findByReference(deps.db, app.clientId, input.reference);
  if (known) return { payment: sameAsked(known, requestHash), isNew: false };
  if (asked.to !== null && asked.to === asked.pid) throw invalid('to must be a different player than pid');
  const payee = asked.to === null ? null : await findIdentityByPid(deps.db, asked.to);
  if (asked.to !== null && (!payee || payee.status === 'deleted')) throw refuse('receiver_not_found');
  const payer = asked.pid === null ? null : await findIdentityByPid(deps.db, asked.pid);
  if (asked.pid !== null && (!payer || payer.status === 'deleted'))
    throw invalid('pid must be the pid of a player');
  const address = asked.returnTo === null ? null : await readReturnTo(deps, app.clientId, asked.returnTo);
  const goods = await readGoods(deps, app.clientId, input);
  const escrow = await deps.book.ofApp(app.clientId);
  const payment = {
    id: newPostingId(deps.clock, deps.ids),
    clientId: app.clientId,
    reference: asked.reference,
    requestHash,
    ...goods,
    payeeIdentityId: payee?.id ?? null,
    askedIdentityId: payer?.id ?? null,
    capture: asked.capture,
    returnTo: address?.href ?? null,
    returnOrigin: address?.origin ?? null,
    appAccountId: escrow,
    holdAccountId: await deps.book.ofHold(app.clientId),
    payeeAccountId: payee ? await deps.book.ofIdentity(payee.id) : escrow,
    expiresInSeconds: asked.expiresInSeconds,
    captureWithinSeconds: asked.captureWithinSeconds,
    extendForTopUp,
  };
  const isNew = await deps.db.transaction(async (tx) => {
    if (await deps.apps.isPausedUnderLock(tx, app.clientId)) throw refuse('app_paused');
    return insertPayment(tx, payment);
  });
  const stored =
    (await findByReference(deps.db, app.clientId, input.reference)) ?? impossible('a payment is missing');
  return { payment: sameAsked(stored, requestHash), isNew };
}

/** A request names either an item, or amount and description. */
function requireItemOrAmount({ sku, quantity, amount, description }: PaymentRequest): void {
  const broken =
    sku === undefined
      ? [
          ...(amount === undefined ? ['amount is required without sku'] : []),
          ...(description === undefined ? ['description is required without sku'] : []),
          ...(quantity === undefined ? [] : ['quantity needs sku']),
        ]
      : amount === undefined && description === undefined
        ? []
        : ['sku replaces amount and description'];
  if (broken.length > 0) throw invalid(...broken);
}

const amountMax = 1_000_000_000_000n;

/** Amount and description of the request, or of the item that it names. */
async function readGoods(deps: PaymentDeps, clientId: string, input: PaymentRequest): Promise<Goods> {
  const { sku, quantity = 1 } = input;
  if (sku === undefined)
    return { amount: BigInt(input.amount!), description: input.description!, item: null };
  const found = await findItem(deps.db, clientId, sku);
  if (!found) throw refuse('no_such_item');
  const { names, imageUrl } = found;
  const amount = found.price * BigInt(quantity);
  if (amount > amountMax) throw invalid(`quantity must keep the amount at ${amountMax} or less`);
  const item = { sku, quantity, names, imageUrl };
  return { amount, description: nameGoods({ description: '', item }, defaultLanguage), item };
}

function sameAsked(payment: Payment, requestHash: Buffer): Payment {
  if (!payment.requestHash.equals(requestHash)) throw refuse('payment_reference_used');
  return payment;
}

/** Parameters that we add to the return address. An address that already has one could fake our response. */
const answerParameters = ['payment_id', 'status'];

function readReturnTo(deps: PaymentDeps, clientId: string, address: string) {
  const reserved = answerParameters;
  return deps.apps.requireReturnAddress(deps.db, clientId, { field: 'returnTo', address, reserved });
}
