import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { Agreed } from '../../../../kit/api/intents.ts';
import type { SendQuote } from '../../../../kit/api/shapes.ts';
import { carryOutOnce, findUnfinished } from '../../parts/once.ts';
import { SEND } from './send-request.ts';
import type { SendRequest } from './send-request.ts';

export function isSameRequest(left: SendRequest, right: SendRequest | null): boolean {
  return (['to', 'amount', 'note', 'clientId'] as const).every((field) => left[field] === right?.[field]);
}

export function quoteRequest(request: SendRequest, signal: AbortSignal): Promise<SendQuote> {
  return api.call('quoteSend', request, { signal, attempts: 3 });
}

/**
 * The idempotency key depends only on the request: if the total has changed, the server refuses instead of
 * paying a second time.
 */
export function sendRequest(request: SendRequest, agreed: Agreed): Promise<Reply<'sendMoney'>> {
  const expectedTotal = agreed.total;
  return carryOutOnce(
    SEND,
    request,
    (idempotencyKey) => api.call('sendMoney', { ...request, expectedTotal }, { idempotencyKey }),
    agreed,
  );
}

export interface UnfinishedSend {
  readonly request: SendRequest;
  readonly startedAt: number;
  readonly agreed: Agreed | null;
  drop(): void;
}

export function findUnfinishedSend(): UnfinishedSend | null {
  const found = findUnfinished(SEND);
  if (!found || typeof found.body !== 'object' || found.body === null) return null;
  const { to, amount, note, clientId } = found.body as Partial<SendRequest>;
  if (typeof to !== 'string' || typeof amount !== 'number') return null;
  const request = {
    to,
    amount,
    ...(typeof note === 'string' ? { note } : {}),
    ...(typeof clientId === 'string' ? { clientId } : {}),
  };
  const { startedAt, agreed } = found;
  return { request, startedAt, agreed, drop: () => found.drop() };
}
