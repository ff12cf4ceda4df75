import { Refusal } from '@pid/contract/client';
import type { Input } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import { deviceStorage } from '../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:wallet:under-way';
const TIMEOUT_MILLISECONDS = 45_000;

type SignedOperation = 'activateAccount' | 'withdraw' | 'rotateAuthority' | 'revokeSessionGrant';

/**
 * A request that a passkey has signed and that the chain may carry out. It is kept until the result is known,
 * so that it is never signed twice.
 */
export interface SignedRequest {
  readonly kind: 'activate' | 'withdraw' | 'rotate' | 'revoke_session';
  readonly pid: string;
  readonly operation: SignedOperation;
  readonly input: { [Name in SignedOperation]: Input<Name> }[SignedOperation];
  readonly key: string;
  /** Reviewed amounts and names, to show after a reload. */
  readonly shown: Readonly<Record<string, string>>;
}

export interface Outcome {
  /** Missing for an activation, which returns the account instead. */
  readonly signature?: string;
  readonly status: string;
}

export const underWay = {
  keep: (request: SignedRequest): void => deviceStorage.set(STORAGE_KEY, JSON.stringify(request)),
  forget: (): void => deviceStorage.remove(STORAGE_KEY),
  read(pid: string): SignedRequest | null {
    try {
      const value: unknown = JSON.parse(deviceStorage.get(STORAGE_KEY) ?? 'null');
      const request = value as SignedRequest | null;
      return request?.pid === pid && typeof request.operation === 'string' ? request : null;
    } catch {
      return null;
    }
  },
};

/**
 * True for a refusal of this request, after which it can no longer be carried out. After any other error it
 * may still be.
 */
export function isRefused(error: unknown): boolean {
  return error instanceof Refusal && [400, 403, 404, 409, 410].includes(error.status);
}

/** Sends the request or joins it: the same request with the same key is the same transaction. */
export async function carryOut({ operation, input, key }: SignedRequest): Promise<Outcome> {
  try {
    const outcome = await api.call(operation, input, {
      idempotencyKey: key,
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    });
    underWay.forget();
    return outcome;
  } catch (error) {
    if (isRefused(error)) underWay.forget();
    throw error;
  }
}
