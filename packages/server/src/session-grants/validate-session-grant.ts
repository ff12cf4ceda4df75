import type { Input, RegisterSession } from '@pid/contract';
import { toPrefixedHex } from '@pid/protocol';
import type { ChainPace } from '../platform/chain/client/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { describeGrant, type ProgramScope } from './describe-grant.ts';
import { judgeGrant } from './judge-grant.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';

export interface JudgeDeps {
  readonly chain: { readonly pace: Pick<ChainPace, 'nowSeconds'> };
  readonly allowlist: ProgramAllowlist;
}

export interface ValidateDeps extends JudgeDeps {
  scope(): ProgramScope | Promise<ProgramScope>;
}

/** Returns one message for each rule that the grant breaks. */
export function brokenRules({ chain, allowlist }: JudgeDeps, body: Record<string, unknown>): string[] {
  return judgeGrant(body, {
    nowSeconds: chain.pace.nowSeconds(),
    isAllowedProgram: (program) => allowlist.has(program),
  });
}

export function refuseBroken(broken: readonly string[]): void {
  if (broken.length > 0) throw invalid(...broken);
}

/** Synchronous once the scope is known, because a busy game sends most of its requests here. */
export function validateSessionGrant(deps: ValidateDeps, body: Input<'validateSessionGrant'>) {
  refuseBroken(brokenRules(deps, { ...body }));
  const scope = deps.scope();
  return scope instanceof Promise ? scope.then((known) => described(known, body)) : described(scope, body);
}

function described(scope: ProgramScope, body: RegisterSession) {
  const { sessionAddress, challenge } = describeGrant(scope, body);
  return { sessionAddress, registerPayload: toPrefixedHex(challenge) };
}
