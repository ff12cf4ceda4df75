import type { Input, Remaining } from '@pid/contract';
import { parseEvmAddress, type EvmAddress } from '@pid/protocol/evm';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { judgeCall, type CallToJudge } from './judge-call.ts';
import { findRecord, type Viewer } from './permissions.store.ts';
import { describeRemaining } from './remaining-limits.ts';
import { listUsage } from './spending.store.ts';

const uint256Max = 2n ** 256n - 1n;

/** Returns whether a call would be allowed now, with the reasons if not. Changes nothing. */
export async function checkCall(
  deps: { db: Queryable; clock: Clock },
  viewer: Viewer,
  input: Input<'checkCall'>,
): Promise<{ allowed: boolean; reasons: string[]; remaining: Remaining[] }> {
  const call = readCall(input);
  const record = await findRecord(deps.db, input.id, viewer);
  if (!record) throw refuse('no_such_permission');
  const usages = (await listUsage(deps.db, [record.id])).get(record.id);
  const reasons = judgeCall(record, usages, call, deps.clock.nowMillis());
  return {
    allowed: reasons.length === 0,
    reasons,
    remaining: describeRemaining(record.permission.spend, usages, deps.clock.nowSeconds()),
  };
}

function readCall(body: Input<'checkCall'>): CallToJudge {
  const problems: string[] = [];
  const to = parseEvmAddress(body.to);
  if (!to) problems.push('to must have a right EIP-55 checksum, or be all in lower case');
  const token = body.token === undefined ? undefined : readToken(body.token);
  if (token === 'wrong') problems.push('token must have a right EIP-55 checksum, or be all in lower case');
  if ((body.token === undefined) !== (body.amount === undefined))
    problems.push('token and amount must come together');
  if (body.signature !== undefined && body.nonce === undefined)
    problems.push('nonce is required with a signature');
  if (body.signature !== undefined && body.deadline === undefined)
    problems.push('deadline is required with a signature');
  for (const field of ['value', 'amount', 'nonce'] as const) {
    if (BigInt(body[field] ?? 0) > uint256Max) problems.push(`${field} must fit 256 bits`);
  }
  if (problems.length > 0 || !to || token === 'wrong') throw invalid(...problems);
  const { signature, nonce, deadline, amount } = body;
  return {
    to,
    value: BigInt(body.value),
    data: Buffer.from(body.data.slice(2), 'hex'),
    stated: token === undefined || amount === undefined ? null : { token, amount: BigInt(amount) },
    deadline: deadline ?? null,
    signed:
      signature === undefined || nonce === undefined || deadline === undefined
        ? null
        : { nonce: BigInt(nonce), deadline, signature: Buffer.from(signature.slice(2), 'hex') },
  };
}

/** Null is the native coin. */
export function readToken(text: string): EvmAddress | null | 'wrong' {
  return text === 'native' ? null : (parseEvmAddress(text) ?? 'wrong');
}
