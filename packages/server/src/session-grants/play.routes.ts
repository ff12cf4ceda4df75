import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { executeMove, type PlayDeps } from './execute-move.ts';
import { openGameViews } from './get-game-program.ts';

export function playRoutes(deps: PlayDeps): Route[] {
  const { getPlayTerms, getGameProgram } = openGameViews(deps);
  return [
    route(operations.getPlayTerms, () => getPlayTerms()),
    route(operations.executeMove, async ({ body }) => {
      const { signature, slot } = await executeMove(deps, body);
      return { signature, status: 'confirmed' as const, slot: slot.toString() };
    }),
    route(operations.getGameProgram, ({ params }) => getGameProgram(params.program)),
  ];
}
