import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import {
  allowGameProgram,
  describeProgram,
  disallowGameProgram,
  listGamePrograms,
  type GameProgramDeps,
} from './manage-game-programs.ts';

export function gameProgramRoutes(deps: GameProgramDeps): Route[] {
  return [
    route(operations.listGamePrograms, () => listGamePrograms(deps.db)),
    route(operations.allowGameProgram, async ({ body, caller, request }) =>
      describeProgram(await allowGameProgram(deps, { caller, origin: originOf(request) }, body)),
    ),
    route(operations.disallowGameProgram, async ({ params, caller, request }) => {
      await disallowGameProgram(deps, { caller, origin: originOf(request) }, params.program);
      return { ok: true };
    }),
  ];
}
