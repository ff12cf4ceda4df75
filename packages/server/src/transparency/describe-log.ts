import { encodeKey } from '@pid/protocol/books';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import { LogError } from './begin-log.ts';
import { databasePlace, listSigners, readHead, type LogHead } from './log.store.ts';
import { logKey } from './signer.ts';
import { rotateSigner, type ReadSecret } from './signers.ts';

/** What everyone may know of the log. */
export async function describeLog(db: Queryable, clock: Clock) {
  const head = await headOf(db);
  const [current] = await listSigners(db, head.number, clock.now());
  return {
    ...head,
    key: current ? encodeKey(logKey(head.origin, current.publicKey)) : null,
    isHere: (await databasePlace(db)) === head.place,
  };
}

/** Signs with a new key from now on. */
export async function rotateLogKey(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: ReadSecret;
}): Promise<{ readonly key: string }> {
  const head = await headOf(deps.db);
  return { key: encodeKey(logKey(head.origin, await rotateSigner(deps, head))) };
}

async function headOf(db: Queryable): Promise<LogHead> {
  const head = await readHead(db);
  if (!head) throw new LogError('This database has no log yet: start the service once.');
  return head;
}
