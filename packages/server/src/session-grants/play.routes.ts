import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { sponsorMove, type PlayDeps } from './sponsor-move.ts';
import { gameViewer, termsViewer } from './view-game.ts';

export function playRoutes(deps: PlayDeps): Route[] {
  const [viewTerms, viewGame] = [termsViewer(deps), gameViewer(deps)];
  return [
    route(operations.getPlayTerms, () => viewTerms()),
    route(operations.executeMove, async ({ body }) => {
      const { signature, slot } = await sponsorMove(deps, body);
      return { signature, status: 'confirmed' as const, slot: slot.toString() };
    }),
    route(operations.getGameProgram, ({ params }) => viewGame(params.program)),
  ];
}
