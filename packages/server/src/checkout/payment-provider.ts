import { askUpstream } from '../platform/upstream.ts';

/** What we ask a payment provider to collect. */
interface ChargeOrder {
  /** Ours, and new for each page opened. */
  readonly orderId: string;
  readonly total: bigint;
  /** Comes back with the payment: whose it is, should we have forgotten it. */
  readonly mark: string;
  readonly description: string;
  /** Where the payer comes back to. */
  readonly finishUrl: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export interface ChargeSession {
  readonly orderId: string;
  readonly sessionId: string | null;
}

export interface PaidState {
  readonly kind: 'paid';
  readonly chargeId: string;
  readonly paymentRequestId: string | null;
  readonly amount: bigint;
  readonly currency: string;
  /** Returned to the payer by now, in all: refunds and chargebacks. */
  readonly refunded: bigint;
  /** What the order said about itself; null or absent where the provider does not repeat it. */
  readonly mark?: string | null;
  /** The answer as it came, which is stored before the payment is booked. */
  readonly answer: string;
}

/** What the provider's own status API says. Nothing else is believed. */
export type ChargeState = { readonly kind: 'pending' | 'failed' | 'expired' } | PaidState;

interface RefundOrder {
  /** The same for every attempt: the provider refunds once. */
  readonly key: string;
  readonly amount: bigint;
  readonly reason: string;
}

/** What an authentic notice is about; it says where to look, not what to believe. */
export interface NoticeSubject {
  readonly orderId: string | null;
  readonly paymentRequestId: string | null;
  /** The page it was paid on, and what the order said about itself; null where the notice does not say. */
  readonly sessionId: string | null;
  readonly mark: string | null;
}

export interface PaymentProvider {
  readonly id: 'sandbox' | 'midtrans' | 'xendit';
  /** It shows a payment by its own name for it alone, which only a notice or its answer to `open` tells. */
  readonly knowsSessionsOnly?: boolean;
  /** Sites that the payer's browser is sent to. */
  readonly pageOrigins: readonly string[];
  open(order: ChargeOrder): Promise<{ sessionId: string; url: string }>;
  status(session: ChargeSession): Promise<ChargeState>;
  /** Asks that nothing more can be paid there. What became of it, the status says: a payer may have been quicker. */
  cancel(session: ChargeSession): Promise<void>;
  /** Asks for money to be given back; that it was, the status says. False when the provider refuses to. */
  refund(session: ChargeSession, charge: PaidState, order: RefundOrder): Promise<boolean>;
  /** Throws when the provider does not take our key. */
  proveKey(): Promise<void>;
  /** Null when the notice does not come from the provider. */
  readNotice(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: unknown,
  ): NoticeSubject | null;
  /** The same of one that was found authentic before. */
  readSubject(body: unknown): NoticeSubject | null;
}

/** The provider did not answer, or not as documented. Nothing is known about the payment; ask again. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}

const answerMillisMax = 8000;

export interface ProviderAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function callProvider(
  url: URL,
  options: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<ProviderAnswer & { readonly text: string }> {
  try {
    const ask = () =>
      fetch(url, {
        method: options.method,
        headers: {
          accept: 'application/json',
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        signal: AbortSignal.timeout(answerMillisMax),
        redirect: 'error',
      });
    const response = await askUpstream(
      { kind: 'payment', host: url.host },
      `${options.method} payment provider`,
      ask,
    );
    const text = await response.text();
    const body = parsed(text);
    if (body === null) throw new ProviderError(`${url.host} answered ${response.status} and no JSON object`);
    return { status: response.status, body, text };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(`${url.host} could not be asked`, { cause: error });
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const wordsMax = 200;

/** `Midtrans answered 401 (Access denied …) to a refund`: with the words of the provider, which says them in fields of its own. */
export function unexpectedAnswer(
  provider: string,
  { status, body }: ProviderAnswer,
  to: string,
): ProviderError {
  const words = ['status_code', 'error_code', 'status_message', 'message', 'error_messages']
    .flatMap((field) => body[field] ?? [])
    .filter((value) => typeof value === 'string')
    .join(' ')
    .slice(0, wordsMax);
  return new ProviderError(`${provider} answered ${status}${words ? ` (${words})` : ''} to ${to}`);
}

export function basicAuthorization(user: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:`).toString('base64')}` };
}

/** Rupiah as providers write them: 100000, "100000" or "100000.00". Null for anything that is not a whole amount. */
export function parseProviderAmount(value: unknown): bigint | null {
  const match = /^(\d{1,18})(?:\.0{1,2})?$/.exec(
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '',
  );
  return match ? BigInt(match[1]!) : null;
}
