import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { getLiabilityProof, getPostingProof } from './get-proofs.ts';
import { getTransparency, getTransparencyHistory } from './get-transparency.ts';
import { answerProof, holderOf } from './proof-reply.ts';

export function transparencyRoutes(deps: Needs<'db' | 'clock' | 'sealer' | 'ids'>): Route[] {
  return [
    route(operations.getTransparency, () => getTransparency(deps)),
    route(operations.getTransparencyHistory, () => getTransparencyHistory(deps)),
    route(operations.getPostingProof, async ({ caller, params, request, reply }) =>
      answerProof(request, reply, await getPostingProof(deps, holderOf(caller), params.id.toLowerCase())),
    ),
    route(operations.getLiabilityProof, ({ caller }) => getLiabilityProof(deps, holderOf(caller))),
  ];
}
