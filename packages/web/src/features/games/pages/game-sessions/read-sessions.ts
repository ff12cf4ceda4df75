import { ApiError } from '../../../../kit/api/api-error.ts';
import { api } from '../../../../kit/api/api.ts';
import type { Identity, ListPage } from '../../../../kit/api/types.ts';

interface SessionGrant {
  readonly sessionAddress: string;
  readonly allowedProgram: string;
  readonly expiresAt: number;
  readonly state: 'active' | 'expired' | 'revoked' | 'stale' | 'rotated' | 'closed';
  /** Why it has ended, as a word and in English. */
  readonly ended?: string;
  readonly reason?: string;
}

export interface GameSession extends SessionGrant {
  /** What administrators call the game; null for one they do not know. */
  readonly game: string | null;
}

export interface Sessions {
  readonly pid: string;
  readonly items: readonly GameSession[];
}

async function gameName(program: string, signal: AbortSignal): Promise<string | null> {
  try {
    const path = `/v1/session-keys/programs/${encodeURIComponent(program)}`;
    return (await api.get<{ name: string | null }>(path, { session: 'none', signal })).name;
  } catch (error) {
    // A game may be gone from the chain while its sessions are still listed.
    if (error instanceof ApiError && error.statusCode < 500) return null;
    throw error;
  }
}

export async function readSessions(signal: AbortSignal): Promise<Sessions> {
  const [{ pid }, { items }] = await Promise.all([
    api.get<Identity>('/v1/identity/me', { signal }),
    api.get<ListPage<SessionGrant>>('/v1/session-keys/grants?limit=100', { signal }),
  ]);
  const programs = [...new Set(items.map(({ allowedProgram }) => allowedProgram))];
  const names = new Map(
    await Promise.all(programs.map(async (program) => [program, await gameName(program, signal)] as const)),
  );
  return { pid, items: items.map((item) => ({ ...item, game: names.get(item.allowedProgram) ?? null })) };
}
