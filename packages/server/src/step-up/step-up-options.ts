import type { Input, Reply } from '@pid/contract';
import { concretePath, stepUpSubject, type ConfirmedRequest } from '@pid/protocol';
import {
  issueChallenge,
  listCountingPasskeys,
  refuseWhileAwaited,
  requestOptions,
  sessionBinding,
  type RegistrationDeps,
} from '../credentials/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { Route, UserCaller } from '../platform/http/index.ts';

const challengeTtlSeconds = 300;

export type StepUpDeps = Pick<RegistrationDeps, 'db' | 'clock' | 'ids' | 'relyingParty'>;

/** Returns the challenge that a passkey must sign to confirm this request and no other. */
export async function stepUpOptions(
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
    if (operation.stepUp === 'passkey') throw refuse('step_up_required', { need: 'assertion' });
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
    throw invalid(`params must contain the path parameters of ${operation.path}`);
  }
}

export function purposeOf(confirms: ConfirmedRequest) {
  // mutant (step-up/step-up.test): Buffer.from(subjectOf(confirms)) => Buffer.alloc(32)
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
