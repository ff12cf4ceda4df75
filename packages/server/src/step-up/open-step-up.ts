import type { Input, Reply } from '@pid/contract';
import { concretePath, stepUpSubject, type ConfirmedRequest } from '@pid/protocol';
import {
  isRecent,
  issueChallenge,
  listCountingPasskeys,
  refuseWhileAwaited,
  requestOptions,
  sessionBinding,
  useForStepUp,
  type RegistrationDeps,
} from '../credentials/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { Route, StepUp, StepUpRequest, UserCaller } from '../platform/http/index.ts';
import { parseAssertion } from './parse-assertion.ts';

const challengeTtlSeconds = 300;

export type StepUpDeps = Pick<RegistrationDeps, 'db' | 'clock' | 'ids' | 'relyingParty'>;

/** The judge of step-up: docs/step-up.md has its rules as one table. */
export function openStepUp(deps: StepUpDeps): StepUp {
  return {
    confirm: (request) => confirm(deps, request),
    require: (caller, need) => requireProof(deps, caller, need),
  };
}

/** What a passkey must sign so that this request, and no other, is confirmed. */
export async function confirmationOptions(
  deps: StepUpDeps,
  confirmed: ReadonlyMap<string, Route>,
  caller: UserCaller,
  input: Input<'stepUpOptions'>,
): Promise<Reply<'stepUpOptions'>> {
  const operation = confirmed.get(input.operation);
  if (!operation) throw refuse('operation_unknown');
  const confirms = {
    method: operation.method,
    path: pathOf(operation, input.params ?? {}),
    query: input.query ?? {},
    body: input.body ?? null,
  };
  const passkeys = await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now());
  if (passkeys.length === 0) {
    await refuseWhileAwaited(deps.db, caller.identityId, deps.clock.now());
    throw refuse('step_up_required', { need: 'recent' });
  }
  const expiresAt = new Date(deps.clock.nowMillis() + challengeTtlSeconds * 1000).toISOString();
  const issued = await issueChallenge(
    deps,
    { ...purposeOf(confirms), boundTo: sessionBinding(caller) },
    challengeTtlSeconds,
  );
  const { challenge, allowCredentials, userVerification } = requestOptions(
    deps.relyingParty,
    issued,
    passkeys,
  );
  return { challenge, allowCredentials, userVerification, expiresAt };
}

function pathOf(operation: Route, params: Record<string, string>): string {
  try {
    return concretePath(operation.path, params);
  } catch {
    throw invalid(`params must name what stands in ${operation.path}`);
  }
}

/**
 * Spends the challenge first, whatever becomes of the rest. False when there is nothing to spend, or when the passkey is none that
 * counts: then the caller is told what is needed, as if nothing had come along.
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

function purposeOf(confirms: ConfirmedRequest) {
  return { action: 'STEPUP', subject: Buffer.from(subjectOf(confirms)) } as const;
}

function subjectOf(confirms: ConfirmedRequest): Uint8Array {
  try {
    return stepUpSubject(confirms);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid(`body cannot be signed: ${error.message}`);
  }
}
