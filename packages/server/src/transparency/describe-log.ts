import { encodeKey, readCheckpoint } from '@pid/protocol/books';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import { LogError } from './begin-log.ts';
import { advanceHead, databasePlace, listSigners, readHead, takeTurn, type LogHead } from './log.store.ts';
import { logKey, signCheckpoint } from './signer.ts';
import { openSigners, rotateSigner, type ReadSecret } from './signers.ts';

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

/** Signs with a new key from now on, also the present checkpoint: the next posting may come late. */
export async function rotateLogKey(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: ReadSecret;
}): Promise<{ readonly key: string }> {
  return deps.db.transaction(async (tx) => {
    await takeTurn(tx);
    const head = await headOf(tx);
    const key = encodeKey(logKey(head.origin, await rotateSigner({ ...deps, db: tx }, head)));
    // Nothing is signed in a copy of the database.
    if (head.checkpoint !== null && head.place === (await databasePlace(tx))) {
      const signers = await openSigners(deps)(tx, head);
      await advanceHead(tx, {
        ...head,
        checkpoint: signCheckpoint(readCheckpoint(head.checkpoint), signers),
      });
    }
    return { key };
  });
}

async function headOf(db: Queryable): Promise<LogHead> {
  const head = await readHead(db);
  if (!head) throw new LogError('This database has no log yet: start the service once.');
  return head;
}
