import { Refusal } from '@pid/contract/client';
import type { Input } from '@pid/contract/client';
import { api } from '../../../kit/api/api.ts';
import { deviceStorage } from '../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:wallet:under-way';
const TIMEOUT_MILLISECONDS = 45_000;

type SignedOperation = 'activateAccount' | 'withdraw' | 'rotateAuthority' | 'revokeSessionGrant';

/** What a passkey has signed and the chain may carry out: kept until the outcome is known, so that it is never signed twice. */
export interface SignedRequest {
  readonly kind: 'activate' | 'withdraw' | 'rotate' | 'revoke_session';
  readonly pid: string;
  readonly operation: SignedOperation;
  readonly input: { [Name in SignedOperation]: Input<Name> }[SignedOperation];
  readonly key: string;
  /** What to show after a reload: amounts and names, as they were reviewed. */
  readonly shown: Readonly<Record<string, string>>;
}

export interface Outcome {
  /** Activation answers the account instead. */
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

/** A refusal of this very request, after which nothing of it can land. All else may still have been carried out. */
export function isRefused(error: unknown): boolean {
  return error instanceof Refusal && [400, 403, 404, 409, 410].includes(error.status);
}

/** Sends it, or joins it where it stands: the same request with the same key is the same transaction. */
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
