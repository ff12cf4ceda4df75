/* oxlint-disable typescript/no-unsafe-type-assertion -- only this file writes to its store */
/** What a game keeps of an open session. The key pair is stored as it is: browsers keep it unreadable. */
export interface StoredSession {
  readonly service: string;
  readonly program: string;
  readonly pid: string;
  readonly sessionAddress: string;
  readonly expiresAt: number;
  readonly hours: number;
  readonly pair: CryptoKeyPair;
}

/** A request that is under way while the page is away. */
export interface PendingSession {
  readonly service: string;
  readonly program: string;
  readonly pid: string;
  readonly hours: number;
  readonly pair: CryptoKeyPair;
}

const databaseName = 'pid-sessions';
const storeName = 'sessions';

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

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName));
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
}
