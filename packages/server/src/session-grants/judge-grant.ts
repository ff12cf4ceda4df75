import { AUTHORIZATION_TTL_SECONDS, SESSION_TTL_SECONDS, SYSTEM_PROGRAM, isAddress } from '@pid/protocol';
import { keyRule, type RegisterSession } from '@pid/contract';

export interface GrantRules {
  /** Null if the caller checks the times later against the chain's clock. */
  readonly nowSeconds: number | null;
  isAllowedProgram(program: string): boolean;
}

const deadlineMax = Number(AUTHORIZATION_TTL_SECONDS);
const expiryMax = Number(SESSION_TTL_SECONDS);

type Judged = Partial<Record<keyof RegisterSession, unknown>>;

/**
 * Checks every rule of a session's scope that needs neither chain nor database, and returns one message for
 * each broken rule. Fields of the wrong type are skipped, because the schema reports them; both checks can
 * run on the same body.
 */
export function judgeGrant(body: Judged, rules: GrantRules): string[] {
  const broken: string[] = [];
  judgeKey(body.vault, 'vault', broken);
  judgeKey(body.sessionPubkey, 'sessionPubkey', broken);
  const namesProgram = judgeKey(body.allowedProgram, 'allowedProgram', broken);
  judgeKey(body.recordedAuthority, 'recordedAuthority', broken);
  judgeAuthority(body, broken);
  judgeSessionKey(body, broken);
  if (namesProgram && !rules.isAllowedProgram(String(body.allowedProgram)))
    broken.push('allowedProgram must be an allowlisted game program');
  return rules.nowSeconds === null ? broken : [...broken, ...judgeTimes(body, rules.nowSeconds)];
}

/** Returns whether the value is a key. */
function judgeKey(value: unknown, field: keyof RegisterSession, broken: string[]): boolean {
  if (typeof value !== 'string') return false;
  const isKey = isAddress(value);
  if (!isKey) broken.push(`${field} ${keyRule}`);
  return isKey;
}

function judgeAuthority({ recordedHasAuthority, recordedAuthority }: Judged, broken: string[]): void {
  if (recordedHasAuthority === true && recordedAuthority === undefined)
    broken.push('recordedAuthority is required when recordedHasAuthority is true');
}

function judgeSessionKey(body: Judged, broken: string[]): void {
  const { sessionPubkey } = body;
  if (typeof sessionPubkey !== 'string') return;
  if (sessionPubkey === SYSTEM_PROGRAM) broken.push('sessionPubkey must not be the zero key');
  if (sessionPubkey === body.vault) broken.push('sessionPubkey must differ from vault');
  if (sessionPubkey === body.allowedProgram) broken.push('sessionPubkey must differ from allowedProgram');
  if (body.recordedHasAuthority === true && sessionPubkey === body.recordedAuthority)
    broken.push('sessionPubkey must differ from recordedAuthority');
}

export function judgeTimes({ expiresAt, deadline }: Judged, now: number): string[] {
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
