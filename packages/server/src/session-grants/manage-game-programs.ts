import { keyRule, type Input } from '@pid/contract';
import { isAddress } from '@pid/protocol';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import { notify, type Database, type Queryable } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { actorOf, type AdminCaller } from '../platform/http/index.ts';
import { isBuiltinProgram } from './builtin-programs.ts';
import {
  deleteGameProgram,
  listGameProgramEntries,
  putGameProgram,
  type GameProgramEntry,
} from './game-programs.store.ts';
import { allowlistTopic } from './program-allowlist.ts';

export interface GameProgramDeps {
  readonly db: Database;
  readonly clock: Clock;
  appExists(clientId: string): Promise<boolean>;
}

export async function listGamePrograms(db: Queryable) {
  return { items: (await listGameProgramEntries(db)).map(describeProgram), nextCursor: null };
}

export function describeProgram(entry: GameProgramEntry) {
  return { ...entry, createdAt: entry.createdAt.toISOString() };
}

interface By {
  readonly caller: AdminCaller;
  readonly origin: AuditOrigin;
}

/** Allows new sessions for the program on every node. */
export async function allowGameProgram(
  deps: GameProgramDeps,
  { caller, origin }: By,
  body: Input<'allowGameProgram'>,
): Promise<GameProgramEntry> {
  const { db, clock } = deps;
  const clientId = body.clientId ?? null;
  if (!isAddress(body.program)) throw invalid(`program ${keyRule}`);
  if (isBuiltinProgram(body.program)) throw invalid('program must not be a program of the runtime');
  if (clientId !== null && !(await deps.appExists(clientId)))
    throw invalid('clientId must be of a registered app');
  const now = clock.now();
  return db.transaction(async (tx) => {
    const entered = await putGameProgram(tx, {
      program: body.program,
      name: body.name,
      clientId,
      createdBy: actorOf(caller),
      now,
    });
    await recordAudit(tx, {
      at: now,
      identityId: caller.type === 'user' ? caller.identityId : null,
      actor: actorOf(caller),
      action: 'game_program.allowed',
      target: body.program,
      details: { name: body.name, clientId },
      origin: origin,
    });
    await notify(tx, allowlistTopic, body.program);
    return entered;
  });
}

/** Ends new sessions and sponsored moves for the program. */
export async function disallowGameProgram(
  { db, clock }: GameProgramDeps,
  { caller, origin }: By,
  program: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteGameProgram(tx, program))) throw refuse('not_found');
    await recordAudit(tx, {
      at: clock.now(),
      identityId: caller.type === 'user' ? caller.identityId : null,
      actor: actorOf(caller),
      action: 'game_program.disallowed',
      target: program,
      origin: origin,
    });
    await notify(tx, allowlistTopic, program);
  });
}
