import { AUTHORIZATION_TTL_SECONDS, SESSION_TTL_SECONDS, SYSTEM_PROGRAM, isAddress } from '@pid/protocol';
import { keyRule, u64Rule, type RegisterSession } from './grant-request.ts';

export interface GrantRules {
  readonly nowSeconds: number;
  isAllowedProgram(program: string): boolean;
}

const u64Pattern = /^(0|[1-9][0-9]{0,19})$/;
const u64Max = (1n << 64n) - 1n;
const deadlineMax = Number(AUTHORIZATION_TTL_SECONDS);
const expiryMax = Number(SESSION_TTL_SECONDS);

/**
 * Every rule of a session's scope that needs neither chain nor database, one sentence for each that is broken. Fields of the
 * wrong type are the schema's to name and are passed over here, so that both can judge the same body.
 */
export function judgeGrant(
  body: Partial<Record<keyof RegisterSession, unknown>>,
  rules: GrantRules,
): string[] {
  return [
    ...judgeKeys(body),
    ...judgeProgram(body, rules),
    ...judgeNumbers(body),
    ...judgeTimes(body, rules.nowSeconds),
  ];
}

type Judged = Partial<Record<keyof RegisterSession, unknown>>;

function judgeKeys(body: Judged): string[] {
  const broken: string[] = [];
  for (const field of ['vault', 'sessionPubkey', 'allowedProgram', 'recordedAuthority'] as const) {
    const value = body[field];
    if (typeof value === 'string' && !isAddress(value)) broken.push(`${field} ${keyRule}`);
  }
  if (body.recordedHasAuthority === true && body.recordedAuthority === undefined) {
    broken.push('recordedAuthority is required when recordedHasAuthority is true');
  }
  const { sessionPubkey } = body;
  if (typeof sessionPubkey !== 'string') return broken;
  if (sessionPubkey === SYSTEM_PROGRAM) broken.push('sessionPubkey must not be the zero key');
  if (sessionPubkey === body.vault) broken.push('sessionPubkey must differ from vault');
  if (sessionPubkey === body.allowedProgram) broken.push('sessionPubkey must differ from allowedProgram');
  if (body.recordedHasAuthority === true && sessionPubkey === body.recordedAuthority) {
    broken.push('sessionPubkey must differ from recordedAuthority');
  }
  return broken;
}

function judgeProgram({ allowedProgram }: Judged, rules: GrantRules): string[] {
  if (
    typeof allowedProgram !== 'string' ||
    !isAddress(allowedProgram) ||
    rules.isAllowedProgram(allowedProgram)
  )
    return [];
  return ['allowedProgram must be an allowlisted game program'];
}

function judgeNumbers(body: Judged): string[] {
  return (['recordedSlot', 'nonce'] as const).flatMap((field) => {
    const value = body[field];
    return typeof value !== 'string' || isU64(value) ? [] : [`${field} ${u64Rule}`];
  });
}

export function isU64(text: string): boolean {
  return u64Pattern.test(text) && (text.length < 20 || BigInt(text) <= u64Max);
}

function judgeTimes({ expiresAt, deadline }: Judged, now: number): string[] {
  const broken: string[] = [];
  if (Number.isInteger(expiresAt)) {
    if (Number(expiresAt) <= now) broken.push('expiresAt must be in the future');
    if (Number(expiresAt) > now + expiryMax)
      broken.push(`expiresAt must be at most ${expiryMax} seconds ahead`);
  }
  if (Number.isInteger(deadline)) {
    if (Number(deadline) < now) broken.push('deadline must not be in the past');
    if (Number(deadline) > now + deadlineMax)
      broken.push(`deadline must be at most ${deadlineMax} seconds ahead`);
  }
  return broken;
}
