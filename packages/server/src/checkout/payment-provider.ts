import { askUpstream } from '../platform/upstream.ts';

/** An order for a payment provider to collect money. */
interface ChargeOrder {
  /** Our id, new for each page. */
  readonly orderId: string;
  readonly total: bigint;
  /** Returned with the charge; identifies the top-up if our database has lost it. */
  readonly mark: string;
  readonly description: string;
  /** The page to which the payer returns. */
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
  /** The total returned to the payer so far: refunds and chargebacks. */
  readonly refunded: bigint;
  /** The mark of the order; null or absent if the provider does not return it. */
  readonly mark?: string | null;
  /** The raw response, which is stored before the charge is booked. */
  readonly answer: string;
}

/** The state according to the provider's status API, the only trusted source. */
export type ChargeState = { readonly kind: 'pending' | 'failed' | 'expired' } | PaidState;

interface RefundOrder {
  /** The same for every attempt, so that the provider refunds once. */
  readonly key: string;
  readonly amount: bigint;
  readonly reason: string;
}

/**
 * The subject of an authentic notice. It tells which charge to look up; its other contents are not trusted.
 */
export interface NoticeSubject {
  readonly orderId: string | null;
  readonly paymentRequestId: string | null;
  /**
   * The session of the page that was paid, and the mark of the order; null if the notice does not contain
   * them.
   */
  readonly sessionId: string | null;
  readonly mark: string | null;
}

export interface PaymentProvider {
  readonly id: string;
  /**
   * True if the provider finds a charge only by its own session id, which is known only from a notice or the
   * response to `open`.
   */
  readonly knowsSessionsOnly?: boolean;
  /** Origins to which the payer's browser is redirected. */
  readonly pageOrigins: readonly string[];
  open(order: ChargeOrder): Promise<{ sessionId: string; url: string }>;
  status(session: ChargeSession): Promise<ChargeState>;
  /**
   * Requests that the page can no longer be paid. Read the status afterwards: the payer may have paid first.
   */
  cancel(session: ChargeSession): Promise<void>;
  /** Requests a refund; the status shows whether it was made. Returns false if the provider refuses. */
  refund(session: ChargeSession, charge: PaidState, order: RefundOrder): Promise<boolean>;
  /** Throws if the provider does not accept our key. */
  proveKey(): Promise<void>;
  /** Returns null if the notice does not come from the provider. */
  readNotice(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: unknown,
  ): NoticeSubject | null;
  /** Like `readNotice`, for a notice that was already found authentic. */
  readSubject(body: unknown): NoticeSubject | null;
}

/** The provider did not respond, or not as documented. The state of the charge is unknown; try again. */
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
    if (body === null)
      throw new ProviderError(`${url.host} responded with status ${response.status} and no JSON object`);
    return { status: response.status, body, text };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(`the request to ${url.host} failed`, { cause: error });
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

/**
 * Builds a message such as `Midtrans answered 401 (Access denied …) to a refund`. Each provider has its own
 * fields for the text.
 */
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

/**
 * Parses rupiah as providers write them: 100000, "100000" or "100000.00". Returns null for anything that is
 * not a whole amount.
 */
export function parseProviderAmount(value: unknown): bigint | null {
  const match = /^(\d{1,18})(?:\.0{1,2})?$/.exec(
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '',
  );
  return match ? BigInt(match[1]!) : null;
}
