import { readCheckpoint, rootOf } from '@pid/protocol/books';
import { lastPostingId } from '../ledger/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { databasePlace, insertHead, movePlace, readHead, takeTurn, type LogHead } from './log.store.ts';
import { rootAt } from './read-tree.ts';

/** Says to the operator why the log cannot be begun or continued. */
export class LogError extends Error {
  override readonly name = 'LogError';
}

type BeginDeps = Needs<'clock'> & { readonly db: Database };

/** Begins the first log, unless there is one. Postings from before are appended as a backfill. */
export async function beginLog({ db, clock }: BeginDeps, baseUrl: URL): Promise<LogHead> {
  const known = await readHead(db);
  if (known) return known;
  await insertHead(db, {
    number: 1,
    origin: `${baseUrl.host}/log`,
    previous: null,
    place: await databasePlace(db),
    root: Buffer.from(rootOf([])),
    backfillUntil: await lastPostingId(db),
    at: clock.now(),
  });
  return (await readHead(db))!;
}

/**
 * Begins another log after a restore. It contains every posting of this database again, and its first entry is the
 * hash of `last`, the last checkpoint of the log before that was published.
 */
export async function restartLog({ db, clock }: BeginDeps, last: string | null): Promise<LogHead> {
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const head = await readHead(tx);
    if (!head) throw new LogError('This database has no log yet: start the service once.');
    const previous = last ?? head.checkpoint;
    if (previous !== null && checkpointOf(previous).origin !== head.origin)
      throw new LogError(`The checkpoint is not one of ${head.origin}.`);
    const number = head.number + 1;
    await insertHead(tx, {
      number,
      origin: `${head.origin.replace(/\/log\/\d+$/, '/log')}/${number}`,
      previous,
      place: await databasePlace(tx),
      root: Buffer.from(rootOf([])),
      backfillUntil: await lastPostingId(tx),
      at: clock.now(),
    });
    return (await readHead(tx))!;
  });
}

/**
 * Continues the log in a database that was moved without loss. `last`, the last checkpoint that was published, must
 * be contained in the log.
 */
export async function continueLog({ db }: BeginDeps, last: string): Promise<LogHead> {
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const head = await readHead(tx);
    const { origin, size, root } = checkpointOf(last);
    if (!head || origin !== head.origin)
      throw new LogError(`The checkpoint is not one of this database's log.`);
    if (size > Number(head.size) || !Buffer.from(await rootAt(tx, head.number, size)).equals(root))
      throw new LogError(
        `The log of this database does not contain the checkpoint: entries were lost. Run \`pid log restart\`.`,
      );
    await movePlace(tx, head.number, await databasePlace(tx));
    return head;
  });
}

function checkpointOf(note: string) {
  try {
    return readCheckpoint(note);
  } catch (cause) {
    throw new LogError('The text is not a checkpoint of a log.', { cause });
  }
}
