import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { listGamePrograms, type GameProgramEntry } from './game-programs.store.ts';
import { allowGameProgram, disallowGameProgram, type GameProgramDeps } from './manage-game-programs.ts';

const written = (entry: GameProgramEntry) => ({ ...entry, createdAt: entry.createdAt.toISOString() });

export function gameProgramRoutes(deps: GameProgramDeps): Route[] {
  return [
    route(operations.listGamePrograms, async () => ({
      items: (await listGamePrograms(deps.db)).map(written),
      nextCursor: null,
    })),
    route(operations.allowGameProgram, async ({ body, caller, request }) =>
      written(await allowGameProgram(deps, { caller, origin: originOf(request) }, body)),
    ),
    route(operations.disallowGameProgram, async ({ params, caller, request }) => {
      await disallowGameProgram(deps, { caller, origin: originOf(request) }, params.program);
      return { ok: true };
    }),
  ];
}
