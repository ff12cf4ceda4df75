import type { Input, RegisterSession } from '@pid/contract';
import { toPrefixedHex } from '@pid/protocol';
import type { Clock } from '../platform/clock.ts';
import { invalid } from '../platform/errors/index.ts';
import { describeGrant, type ProgramScope } from './describe-grant.ts';
import { judgeGrant } from './judge-grant.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';

export interface JudgeDeps {
  readonly clock: Clock;
  readonly allowlist: ProgramAllowlist;
}

export interface ValidateDeps extends JudgeDeps {
  scope(): ProgramScope | Promise<ProgramScope>;
}

/** One sentence for each rule that the grant breaks. */
export function brokenRules({ clock, allowlist }: JudgeDeps, body: Record<string, unknown>): string[] {
  return judgeGrant(body, {
    nowSeconds: clock.nowSeconds(),
    isAllowedProgram: (program) => allowlist.has(program),
  });
}

export function assertGrant(deps: JudgeDeps, body: RegisterSession): void {
  const broken = brokenRules(deps, { ...body });
  if (broken.length > 0) throw invalid(...broken);
}

/** Waits for nothing once the scope is known: most of the requests of a busy game come here. */
export function validateGrant(deps: ValidateDeps, body: Input<'validateSessionGrant'>) {
  assertGrant(deps, body);
  const scope = deps.scope();
  return scope instanceof Promise ? scope.then((known) => described(known, body)) : described(scope, body);
}

function described(scope: ProgramScope, body: RegisterSession) {
  const { sessionAddress, challenge } = describeGrant(scope, body);
  return { sessionAddress, registerPayload: toPrefixedHex(challenge) };
}
