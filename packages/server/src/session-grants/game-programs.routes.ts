import { isAddress } from '@pid/protocol';
import { Type } from 'typebox';
import { originOf, recordAudit } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import { notify, type Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { isBuiltinProgram } from './builtin-programs.ts';
import {
  deleteGameProgram,
  listGamePrograms,
  putGameProgram,
  type GameProgramEntry,
} from './game-programs.store.ts';
import { keyRule, keySchema } from './grant-request.ts';
import { allowlistTopic } from './program-allowlist.ts';

export interface GameProgramDeps {
  readonly db: Database;
  readonly clock: Clock;
  appExists(clientId: string): Promise<boolean>;
}

const gameProgram = Type.Object(
  {
    program: keySchema,
    name: Type.String(),
    clientId: schemas.nullable(Type.String({ description: 'The app it belongs to' })),
    createdAt: schemas.dateTime,
  },
  { title: 'GameProgram' },
);

const written = (entry: GameProgramEntry) => ({ ...entry, createdAt: entry.createdAt.toISOString() });

export function gameProgramRoutes(deps: GameProgramDeps): Route[] {
  return [listRoute(deps), putRoute(deps), deleteRoute(deps)];
}

function listRoute({ db }: GameProgramDeps): Route {
  return route({
    method: 'GET',
    path: '/v1/admin/game-programs',
    operationId: 'listGamePrograms',
    summary: 'Game programs that administrators have allowed; those of the configuration come on top',
    tag: 'admin',
    access: 'admin',
    reply: schemas.page(gameProgram),
    handle: async () => ({ items: (await listGamePrograms(db)).map(written), nextCursor: null }),
  });
}

function putRoute(deps: GameProgramDeps): Route {
  const { db, clock } = deps;
  return route({
    method: 'POST',
    path: '/v1/admin/game-programs',
    operationId: 'allowGameProgram',
    summary: 'Allows sessions for a game program, on every node within a second',
    tag: 'admin',
    access: 'admin',
    stepUp: 'assertion',
    body: Type.Object({
      program: keySchema,
      name: Type.String({ minLength: 1, maxLength: 80 }),
      clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    }),
    reply: gameProgram,
    status: 201,
    async handle({ body, caller, request }) {
      const clientId = body.clientId ?? null;
      if (!isAddress(body.program)) throw commonErrors.validationFailed(`program ${keyRule}`);
      if (isBuiltinProgram(body.program))
        throw commonErrors.validationFailed('program must not be a program of the runtime');
      if (clientId !== null && !(await deps.appExists(clientId)))
        throw commonErrors.validationFailed('clientId must be of a registered app');
      const now = clock.now();
      const entry = await db.transaction(async (tx) => {
        const entered = await putGameProgram(tx, {
          program: body.program,
          name: body.name,
          clientId,
          createdBy: caller.pid,
          now,
        });
        await recordAudit(tx, {
          at: now,
          identityId: caller.identityId,
          actor: caller.pid,
          action: 'game_program.allowed',
          target: body.program,
          details: { name: body.name, clientId },
          origin: originOf(request),
        });
        await notify(tx, allowlistTopic, body.program);
        return entered;
      });
      return written(entry);
    },
  });
}

function deleteRoute({ db, clock }: GameProgramDeps): Route {
  return route({
    method: 'DELETE',
    path: '/v1/admin/game-programs/{program}',
    operationId: 'disallowGameProgram',
    summary: 'Ends new sessions and sponsored play for a game program',
    tag: 'admin',
    access: 'admin',
    stepUp: 'assertion',
    params: Type.Object({ program: keySchema }),
    reply: schemas.okReply,
    errors: [commonErrors.notFound],
    async handle({ params, caller, request }) {
      await db.transaction(async (tx) => {
        if (!(await deleteGameProgram(tx, params.program))) throw commonErrors.notFound();
        await recordAudit(tx, {
          at: clock.now(),
          identityId: caller.identityId,
          actor: caller.pid,
          action: 'game_program.disallowed',
          target: params.program,
          origin: originOf(request),
        });
        await notify(tx, allowlistTopic, params.program);
      });
      return { ok: true };
    },
  });
}
