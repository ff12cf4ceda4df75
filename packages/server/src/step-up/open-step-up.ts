import { isRecent, listCountingPasskeys, refuseWhileAwaited, useForStepUp } from '../credentials/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { StepUp, StepUpRequest, UserCaller } from '../platform/http/index.ts';
import { parseAssertion } from './parse-assertion.ts';
import { purposeOf, type StepUpDeps } from './step-up-options.ts';

/** Checks step-up. docs/step-up.md lists the rules in one table. */
export function openStepUp(deps: StepUpDeps): StepUp {
  return {
    confirm: (request) => confirm(deps, request),
    require: (caller, need) => requireProof(deps, caller, need),
  };
}

/**
 * Consumes the challenge first, regardless of the outcome. Returns false if there is no such challenge or the
 * passkey does not count: the caller then gets the same refusal as without an assertion.
 */
async function confirm(deps: StepUpDeps, request: StepUpRequest): Promise<boolean> {
  const { caller, origin } = request;
  const assertion = parseAssertion(request.assertion ?? '');
  return useForStepUp(deps, { caller, assertion, origin, purpose: purposeOf(request.confirms) });
}

async function requireProof(
  deps: StepUpDeps,
  caller: UserCaller,
  need: 'recent' | 'assertion',
): Promise<void> {
  const hasPasskey =
    need === 'assertion' &&
    (await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now())).length > 0;
  if (hasPasskey) throw refuse('step_up_required', { need: 'assertion' });
  await refuseWhileAwaited(deps.db, caller.identityId, deps.clock.now());
  if (!isRecent(caller, deps.clock)) throw refuse('step_up_required', { need: 'recent' });
}
