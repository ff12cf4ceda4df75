import { encodeKey, followLog, openCheckpoint, readCheckpoint, rootOf } from '@pid/protocol/books';
import { lastPostingId } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable, Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import {
  advanceHead,
  copySigners,
  databasePlace,
  insertHead,
  listKnownKeys,
  listSigners,
  lostPlace,
  movePlace,
  readHead,
  takeTurn,
  type LogHead,
} from './log.store.ts';
import { tilesOf } from './read-tree.ts';
import { logKey, openSigners, rotateSigner, signCheckpoint, type ReadSecret } from './signers.ts';

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
 * hash of `last`, the last checkpoint that was published. That may belong to a later log than the one of this database,
 * if the backup is from before a restart; no origin is used twice. The keys sign the new log as well.
 */
export async function restartLog({ db, clock }: BeginDeps, last: string | null): Promise<LogHead> {
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const head = await headOf(tx);
    const number = Math.max(head.number, last === null ? 0 : await numberOfPublished(tx, head, last)) + 1;
    const now = clock.now();
    await insertHead(tx, {
      number,
      origin: `${firstOrigin(head)}/${number}`,
      previous: last ?? head.checkpoint,
      place: await databasePlace(tx),
      root: Buffer.from(rootOf([])),
      backfillUntil: await lastPostingId(tx),
      at: now,
    });
    await copySigners(tx, { from: head.number, to: number, now });
    return (await readHead(tx))!;
  });
}

function firstOrigin({ origin }: LogHead): string {
  return origin.replace(/\/log\/\d+$/, '/log');
}

/** The number of the log to which a published checkpoint belongs. Refuses one that no key of this service has signed. */
async function numberOfPublished(tx: Tx, head: LogHead, note: string): Promise<number> {
  const { origin } = checkpointOf(note);
  const base = firstOrigin(head);
  const number = origin === base ? 1 : Number(/^\/([1-9]\d{0,8})$/.exec(origin.slice(base.length))?.[1]);
  if (!origin.startsWith(base) || !(number >= head.number))
    throw new LogError(`The checkpoint is not one of ${head.origin}, nor of a later log of this service.`);
  const keys = await listKnownKeys(tx);
  // mutant (transparency/append): !keys.some( => keys.length < 0 && !keys.some(
  if (!keys.some((key) => openCheckpoint(note, logKey(origin, key))))
    throw new LogError(
      'No key of this database has signed the checkpoint. Give one exactly as it was published; after a rotation of the key, one from the 30 days in which both keys signed.',
    );
  return number;
}

/**
 * Continues the log in a database that was moved without loss. `last`, the last checkpoint that was published, must
 * be contained in the log.
 */
export async function continueLog({ db }: BeginDeps, last: string): Promise<LogHead> {
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const head = await readHead(tx);
    const published = checkpointOf(last);
    if (!head || published.origin !== head.origin)
      throw new LogError(`The checkpoint is not one of this database's log.`);
    if (!(await followLog(published, head, tilesOf(tx, head))))
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

/** What everyone may know of the log. */
export async function describeLog(db: Queryable, clock: Clock) {
  const head = await headOf(db);
  const [current] = await listSigners(db, head.number, clock.now());
  return {
    ...head,
    key: current ? encodeKey(logKey(head.origin, current.publicKey)) : null,
    isHere: (await databasePlace(db)) === head.place,
    isLost: head.place === lostPlace,
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
