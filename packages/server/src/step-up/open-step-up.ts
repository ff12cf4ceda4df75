import { stepUpSubject, type ConfirmedRequest } from '@pid/protocol';
import {
  isRecent,
  issueChallenge,
  listCountingPasskeys,
  requestOptions,
  sessionBinding,
  useForStepUp,
  type RegistrationDeps,
  type RequestOptions,
} from '../credentials/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import type { StepUp, StepUpRequest, UserCaller } from '../platform/http/index.ts';
import { parseAssertion } from './parse-assertion.ts';

export const challengeTtlSeconds = 300;

export type StepUpDeps = Pick<RegistrationDeps, 'db' | 'clock' | 'ids' | 'relyingParty'>;

/** The judge of step-up: docs/step-up.md has its rules as one table. */
export function openStepUp(deps: StepUpDeps): StepUp {
  return {
    confirm: (request) => confirm(deps, request),
    require: (caller, need) => requireProof(deps, caller, need),
  };
}

/** What a passkey must sign so that this request, and no other, is confirmed. */
export async function stepUpOptions(
  deps: StepUpDeps,
  caller: UserCaller,
  confirms: ConfirmedRequest,
): Promise<RequestOptions> {
  const passkeys = await listCountingPasskeys(deps.db, caller.identityId, deps.clock.now());
  if (passkeys.length === 0) throw commonErrors.stepUpRequired().with({ need: 'recent' });
  const challenge = await issueChallenge(
    deps,
    { ...purposeOf(confirms), boundTo: sessionBinding(caller) },
    challengeTtlSeconds,
  );
  return requestOptions(deps.relyingParty, challenge, passkeys);
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
  if (hasPasskey) throw commonErrors.stepUpRequired().with({ need: 'assertion' });
  if (!isRecent(caller, deps.clock)) throw commonErrors.stepUpRequired().with({ need: 'recent' });
}

function purposeOf(confirms: ConfirmedRequest) {
  return { action: 'STEPUP', subject: Buffer.from(subjectOf(confirms)) } as const;
}

function subjectOf(confirms: ConfirmedRequest): Uint8Array {
  try {
    return stepUpSubject(confirms);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw commonErrors.validationFailed(`body cannot be signed: ${error.message}`);
  }
}
