import { ServiceError, assertNever, impossible, invalid, refuse } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { AccountBook } from './account-book.ts';
import { findBalance } from './accounts.store.ts';
import type { AppDirectory } from './app-terms.ts';
import { computeFees, type FeeRule, type Fees } from './compute-fees.ts';
import { newPostingId } from './posting-id.ts';
import type { PayerProof, SendLimits, SendOrder, SendOutcome } from './post-sends.store.ts';
import type { SendLane } from './send-lane.ts';
import { findKey, findPosting } from './postings.store.ts';
import { refuseFullReceiver } from './refuse-full-receiver.ts';

export interface SendDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly book: AccountBook;
  readonly lane: SendLane;
  readonly apps: AppDirectory;
  readonly feeRule: FeeRule;
  readonly balanceMax: bigint;
  readonly limits: SendLimits;
}

/** The step-up of a request. */
export interface StepUp {
  /** Whether a passkey signed exactly this request. */
  readonly steppedUp: boolean;
  /** Whether the request has a signature that is no longer valid. */
  readonly refused: boolean;
  /**
   * Throws unless a passkey signed the request, or the caller has no passkey that counts and a recent
   * sign-in.
   */
  require(): Promise<void>;
}

export interface SendInput {
  readonly from: { readonly identityId: string; readonly pid: string };
  readonly to: string;
  readonly amount: bigint;
  readonly note: string | null;
  readonly clientId: string | null;
  readonly expectedTotal: bigint | null;
}

/** The cost of a send and the sender's balance: before the send in a quote, after it in a posted send. */
export interface SendQuote {
  readonly amount: bigint;
  readonly fees: Fees;
  readonly debited: bigint;
  readonly balance: bigint;
  readonly createdAt: Date;
}

export interface Sent extends SendQuote {
  readonly id: string;
  readonly replayed: boolean;
}

export function describeQuote(quote: SendQuote) {
  return { ...describeCost(quote), status: 'quoted' as const };
}

export function describeSent(sent: Sent) {
  return { id: sent.id, ...describeCost(sent), status: 'posted' as const };
}

function describeCost({ amount, fees, debited, balance, createdAt }: SendQuote) {
  return { amount, fees, debited, balance, createdAt: createdAt.toISOString() };
}

/** Returns the cost of a send now and the sender's balance. Moves no money. */
export async function quoteSend(deps: SendDeps, input: SendInput): Promise<SendQuote> {
  assertNotSelf(input);
  assertReadable(input.note);
  const { fees, debited } = await priceSend(deps, input);
  const account = await findBalance(deps.db, { kind: 'identity', id: input.from.identityId });
  return {
    amount: input.amount,
    fees,
    debited,
    balance: account?.balance ?? 0n,
    createdAt: deps.clock.now(),
  };
}

/**
 * Sends the full `amount` to the receiver; the sender pays the fees on top. Whether step-up is needed is
 * decided under the payer's lock, so that concurrent sends cannot bypass the limit together.
 */
export async function sendMoney(
  deps: SendDeps,
  input: SendInput,
  key: IdempotencyKey | null,
  stepUp: StepUp,
): Promise<Sent> {
  assertNotSelf(input);
  assertReadable(input.note);
  const payer = await deps.book.ofIdentity(input.from.identityId);
  const priced = await priceSend(deps, input, stepUp).catch(asRefusal);
  // A replayed key returns its first response, even if the same request would be refused now.
  if (priced instanceof ServiceError) return (await replay(deps, payer, key)) ?? Promise.reject(priced);
  // A used signature means that the same send is repeated. Without this check, a send below the limit would
  // be paid a second time.
  if (stepUp.refused) {
    const answered = await replay(deps, payer, key);
    if (answered) return answered;
    await stepUp.require();
  }

  const { payee, fees, clientId } = priced;
  const app = clientId === null ? null : await deps.book.ofApp(clientId);
  const order = (proof: PayerProof): SendOrder => ({
    id: newPostingId(deps.clock, deps.ids),
    payer,
    payee,
    app,
    amount: input.amount,
    globalFee: fees.global,
    appFee: fees.app,
    key,
    note: input.note,
    proof,
  });
  const posted = await deps.lane.post(order(stepUp.steppedUp ? 'signed' : 'none'));
  if (posted.outcome !== 'step_up_needed') return readOutcome(deps, { ...input, payer }, fees, posted);
  await stepUp.require();
  if (input.expectedTotal === null) throw totalNeeded();
  return readOutcome(deps, { ...input, payer }, fees, await deps.lane.post(order('recent')));
}

interface PricedSend {
  readonly payee: bigint;
  readonly fees: Fees;
  readonly debited: bigint;
  /** The app through which the send goes. */
  readonly clientId: string | null;
}

/** Determines the receiver, the app and the fees of a send. Does not check the sender's balance. */
async function priceSend(deps: SendDeps, input: SendInput, stepUp?: StepUp): Promise<PricedSend> {
  const payee = await deps.book.ofPid(input.to);
  if (payee === null) throw refuse('receiver_not_found');
  const terms =
    input.clientId === null ? null : await deps.apps.termsFor(deps.db, input.clientId, input.from.identityId);
  if (input.clientId !== null && !terms) throw unknownApp();
  if (terms?.paused) throw refuse('app_paused');
  const fees = computeFees(deps.feeRule, input.amount, terms);
  const debited = input.amount + fees.total;
  if (input.expectedTotal !== null && input.expectedTotal !== debited)
    throw refuse('quote_changed', { total: debited, global: fees.global, app: fees.app });
  if (stepUp?.steppedUp && input.expectedTotal === null) throw totalNeeded();
  return { payee, fees, debited, clientId: terms?.clientId ?? null };
}

function asRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

async function readOutcome(
  deps: SendDeps,
  input: SendInput & { readonly payer: bigint },
  fees: Fees,
  result: SendOutcome,
): Promise<Sent> {
  const debited = input.amount + fees.total;
  switch (result.outcome) {
    case 'posted':
      return {
        id: result.subject,
        amount: input.amount,
        fees,
        debited,
        balance: result.balance,
        createdAt: result.at,
        replayed: false,
      };
    case 'replayed':
      return readSent(deps, result.subject, !result.own);
    case 'key_reused':
      throw refuse('idempotency_key_reused');
    case 'insufficient':
      throw refuse('insufficient_balance', { needed: debited, available: result.balance });
    case 'daily_limit':
      throw refuse('daily_limit', { left: result.balance });
    case 'payee_closed':
      throw refuse('receiver_not_found');
    case 'payee_full':
      throw await refuseFullReceiver({ ...deps, timeZone: deps.limits.timeZone }, input.payer);
    case 'app_closed':
      throw unknownApp();
    case 'app_paused':
      throw refuse('app_paused');
    case 'payer_closed':
      throw refuse('unauthorized');
    case 'age_needed':
    case 'parent_needed':
    case 'parent_forbids':
      throw refuse(result.outcome);
    case 'step_up_needed':
      return impossible('step-up is still needed after a step-up');
    default:
      return assertNever(result.outcome);
  }
}

async function replay(deps: SendDeps, payer: bigint, key: IdempotencyKey | null): Promise<Sent | null> {
  const known = key && (await findKey(deps.db, payer, key.key));
  if (!key || !known) return null;
  if (!known.requestHash.equals(key.requestHash)) throw refuse('idempotency_key_reused');
  return readSent(deps, known.subject, true);
}

async function readSent(deps: SendDeps, id: string, replayed: boolean): Promise<Sent> {
  const posting =
    (await findPosting(deps.db, id)) ?? impossible(`posting ${id} of an idempotency key is missing`);
  const fees = { global: posting.globalFee, app: posting.appFee, total: posting.globalFee + posting.appFee };
  return {
    id,
    amount: posting.amount,
    fees,
    debited: posting.amount + fees.total,
    balance: posting.payerBalance!,
    createdAt: posting.createdAt,
    replayed,
  };
}

function assertNotSelf(input: SendInput): void {
  if (input.to === input.from.pid) throw invalid('to must be somebody else');
}

/** Longer stacks cover the lines around them. No writing system needs them in everyday text. */
const stackedMarks = /\p{M}{5}/u;

function assertReadable(note: string | null): void {
  if (note !== null && stackedMarks.test(note))
    throw invalid('note must not stack more than four marks on a letter');
}

/** A step-up must confirm a total that the player has seen. */
function totalNeeded(): ServiceError {
  return invalid('expectedTotal must say the total that was confirmed');
}

export function unknownApp(): ServiceError {
  return invalid('clientId must be the client_id of an app');
}
