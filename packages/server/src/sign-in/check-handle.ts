import { errorTable, handleRule, type Reply } from '@pid/contract';
import { pidOf, suggestHandles, takenHandles, whyNoHandle } from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { pendingTicket, requireTicket, type ClaimDeps } from './claim-handle.ts';

const suggestionsMax = 3;

/** Returns the data for the claim page. */
export async function getPendingClaim(deps: ClaimDeps, ticket: string | null) {
  const pending = await pendingTicket(deps, requireTicket(ticket));
  const app = await deps.loginAfterClaim.describe(deps.db, pending.return_to);
  return {
    provider: pending.provider,
    email: pending.email,
    expiresAt: pending.expires_at.toISOString(),
    suggestions: await freeSuggestions(deps),
    ...(app ? { app } : {}),
  };
}

/** Requires a pending claim, so that it cannot be used to list players. */
export async function checkHandle(deps: ClaimDeps, ticket: string | null, handle: string) {
  if (!ticket) throw refuse('unauthorized');
  await pendingTicket(deps, ticket).catch(() => {
    throw refuse('unauthorized');
  });
  const code = await whyUnavailable(deps, handle);
  if (code === null) return { handle, available: true };
  const reason = code === 'validation_failed' ? `handle ${handleRule}` : errorTable[code].meaning;
  return { handle, available: false, reason, code };
}

async function whyUnavailable(
  deps: ClaimDeps,
  handle: string,
): Promise<NonNullable<Reply<'checkHandle'>['code']> | null> {
  const code = whyNoHandle(handle, deps.refusedWords);
  if (code !== null) return code;
  if ((await takenHandles(deps.db, [handle])).size > 0) return 'handle_taken';
  return deps.administrators.has(pidOf(handle)) ? 'handle_reserved' : null;
}

async function freeSuggestions(deps: ClaimDeps): Promise<string[]> {
  const candidates = suggestHandles((bound) => deps.ids.bytes(4).readUInt32BE() % bound);
  const taken = await takenHandles(deps.db, candidates);
  return candidates.filter((handle) => !taken.has(handle)).slice(0, suggestionsMax);
}
