import type { Input } from '@pid/contract';
import { defaultLanguage } from '@pid/contract/languages';
import { nameGoods } from '@pid/contract/name-goods';
import { canonicalJson } from '@pid/protocol';
import { findIdentityByPid } from '../identity/index.ts';
import { newPostingId } from '../ledger/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { chargeAllowance, readAllowance, type Allowance } from './charge-allowance.ts';
import { findItem } from './items.store.ts';
import { actOnApp, type ActionOnApp } from './act-on-app.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findByReferences, insertPayments, type NewPayment, type Payment } from './payments.store.ts';

export type PaymentRequest = Omit<Input<'createPayment'>, 'client_id'>;

interface CreationOfPayment extends Omit<ActionOnApp, 'operation'> {
  readonly input: PaymentRequest;
  /** Only a charge moves money, so only a charge uses the key; `reference` is the key of every payment. */
  readonly key: IdempotencyKey | null;
}

type Goods = Pick<NewPayment, 'amount' | 'description' | 'item'>;

const expiresInSecondsDefault = 3600;
const captureWithinSecondsDefault = 604_800;

/**
 * Creates a payment. The same reference with the same request returns the same payment, whatever its status.
 */
export async function createPayment(
  deps: PaymentDeps,
  { input, key, ...action }: CreationOfPayment,
): Promise<{ payment: Payment; isNew: boolean }> {
  const { caller, clientId } = action;
  await deps.apps.admit(deps.db, caller, clientId, 'createPayment');
  requireItemOrAmount(input);
  const asked = withDefaults(input);
  const requestHash = sha256(canonicalJson(asked));
  const same = (payment: Payment) => {
    if (!payment.requestHash.equals(requestHash)) throw refuse('payment_reference_used');
    return payment;
  };
  const id = newPostingId(deps.clock, deps.ids);
  let wanted: NewPayment;
  let allowance: Allowance | null;
  try {
    const { allowance: named } = asked;
    allowance =
      named === undefined ? null : await readAllowance(deps, clientId, { ...asked, allowance: named });
    const payable = allowance ? { ...asked, pid: allowance.pid } : asked;
    wanted = { ...(await readTerms(deps, clientId, payable)), id, requestHash };
  } catch (error) {
    // What was valid when the payment was created may be refused now.
    const [known] = await findByReferences(deps.db, [{ clientId, reference: input.reference }]);
    if (known) return { payment: same(known), isNew: false };
    throw error;
  }
  const payment = await (allowance
    ? chargeAllowance(deps, { ...action, key }, wanted, allowance)
    : caller.type === 'app'
      ? deps.lanes.create(wanted)
      : createAsPlayer(deps, action, wanted));
  if (!payment) throw refuse('app_paused');
  return { payment: same(payment), isNew: payment.id === id };
}

/** The app's own server uses the lane. A player acts under the lock of the app, with an entry in the audit log. */
function createAsPlayer(
  deps: PaymentDeps,
  action: Omit<ActionOnApp, 'operation'>,
  wanted: NewPayment,
): Promise<Payment | null> {
  return actOnApp(deps, { ...action, operation: 'createPayment' }, async (tx) => {
    await insertPayments(tx, [wanted]);
    const [payment = null] = await findByReferences(tx, [wanted]);
    const details = { app: action.clientId, amount: Number(wanted.amount) };
    return {
      result: payment,
      entry: payment?.id === wanted.id ? { action: 'payment.created', target: wanted.id, details } : null,
    };
  });
}

/** The request whose hash is stored. Omits fields that did not exist earlier, so that earlier requests keep their hash. */
function withDefaults({ extendForTopUp = true, ...given }: PaymentRequest) {
  return {
    ...given,
    ...(extendForTopUp ? {} : { extendForTopUp }),
    ...(given.sku === undefined ? {} : { quantity: given.quantity ?? 1 }),
    to: given.to ?? null,
    pid: given.pid ?? null,
    returnTo: given.returnTo ?? null,
    capture: given.capture ?? ('automatic' as const),
    expiresInSeconds: given.expiresInSeconds ?? expiresInSecondsDefault,
    captureWithinSeconds: given.captureWithinSeconds ?? captureWithinSecondsDefault,
  };
}

/** Checks the request, and reads the players, accounts and item that it names. */
async function readTerms(
  deps: PaymentDeps,
  clientId: string,
  asked: ReturnType<typeof withDefaults>,
): Promise<Omit<NewPayment, 'id' | 'requestHash'>> {
  if (asked.to !== null && asked.to === asked.pid) throw invalid('to must be a different player than pid');
  const payee = asked.to === null ? null : await findIdentityByPid(deps.db, asked.to);
  if (asked.to !== null && (!payee || payee.status === 'deleted')) throw refuse('receiver_not_found');
  const payer = asked.pid === null ? null : await findIdentityByPid(deps.db, asked.pid);
  if (asked.pid !== null && (!payer || payer.status === 'deleted'))
    throw invalid('pid must be the pid of a player');
  const address = asked.returnTo === null ? null : await readReturnTo(deps, clientId, asked.returnTo);
  const goods = await readGoods(deps, clientId, asked);
  const escrow = await deps.book.ofApp(clientId);
  return {
    clientId,
    reference: asked.reference,
    ...goods,
    payeeIdentityId: payee?.id ?? null,
    askedIdentityId: payer?.id ?? null,
    capture: asked.capture,
    returnTo: address?.href ?? null,
    returnOrigin: address?.origin ?? null,
    appAccountId: escrow,
    holdAccountId: await deps.book.ofHold(clientId),
    payeeAccountId: payee ? await deps.book.ofIdentity(payee.id) : escrow,
    expiresInSeconds: asked.expiresInSeconds,
    captureWithinSeconds: asked.captureWithinSeconds,
    extendForTopUp: asked.extendForTopUp ?? true,
  };
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
async function readGoods(
  deps: PaymentDeps,
  clientId: string,
  input: Pick<PaymentRequest, 'sku' | 'quantity' | 'amount' | 'description'>,
): Promise<Goods> {
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

/** Parameters that we add to the return address. An address that already has one could fake our response. */
const answerParameters = ['payment_id', 'status'];

function readReturnTo(deps: PaymentDeps, clientId: string, address: string) {
  const reserved = answerParameters;
  return deps.apps.requireReturnAddress(deps.db, clientId, { field: 'returnTo', address, reserved });
}
