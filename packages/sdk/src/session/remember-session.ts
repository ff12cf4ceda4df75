import { keyStore } from '../key-store.ts';

/** A stored session. IndexedDB stores the key pair without making it extractable. */
export interface StoredSession {
  readonly service: string;
  readonly program: string;
  readonly pid: string;
  readonly sessionAddress: string;
  readonly expiresAt: number;
  readonly hours: number;
  readonly pair: CryptoKeyPair;
}

/** A pending request. It survives the navigation to PID. */
export interface PendingSession extends Omit<StoredSession, 'pid' | 'sessionAddress' | 'expiresAt'> {
  /** Null if the player signs in in the window. */
  readonly pid: string | null;
  readonly mode: 'popup' | 'redirect';
  readonly expiresAtMillis: number;
}

const inStore = keyStore('pid-sessions', 'sessions');

export const sessionName = (service: string, program: string, pid: string) => `${service} ${program} ${pid}`;
export const pendingName = (state: string) => `pending ${state}`;

export const writeRecord = (name: string, value: StoredSession | PendingSession): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(value, name));
export const deleteRecord = (name: string): Promise<unknown> =>
  inStore('readwrite', (store) => store.delete(name));
export const readSession = (name: string): Promise<StoredSession | undefined> =>
  inStore('readonly', (store) => store.get(name) as IDBRequest<StoredSession | undefined>);
export const readPending = (state: string): Promise<PendingSession | undefined> =>
  inStore('readonly', (store) => store.get(pendingName(state)) as IDBRequest<PendingSession | undefined>);

/**
 * Deletes expired requests. A request that ended without an answer is kept until then, because its window may still answer: a window seems
 * closed when it has only lost its opener.
 */
export async function deleteExpiredRequests(nowMillis: number): Promise<void> {
  const states = IDBKeyRange.bound(pendingName(''), pendingName('\uffff'));
  const names = await inStore('readonly', (store) => store.getAllKeys(states));
  for (const name of names) {
    const request = await inStore(
      'readonly',
      (store) => store.get(name) as IDBRequest<PendingSession | undefined>,
    );
    if (request && !(request.expiresAtMillis > nowMillis))
      await inStore('readwrite', (store) => store.delete(name));
  }
}
