import { Refusal } from '@pid/contract/client';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';

type SessionGrant = Reply<'listSessionGrants'>['items'][number];

export interface GameSession extends SessionGrant {
  /** The administrators' name for the game; null if they have none. */
  readonly game: string | null;
}

export interface Sessions {
  readonly pid: string;
  readonly items: readonly GameSession[];
}

async function gameName(program: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await api.call('getGameProgram', { program }, { session: 'none', signal })).name;
  } catch (error) {
    // A game's program may no longer exist on the chain while its sessions are still listed.
    if (error instanceof Refusal && error.status < 500) return null;
    throw error;
  }
}

export async function readSessions(signal: AbortSignal): Promise<Sessions> {
  const [{ pid }, { items }] = await Promise.all([
    api.call('getIdentity', {}, { signal }),
    api.call('listSessionGrants', { limit: 100 }, { signal }),
  ]);
  const programs = [...new Set(items.map(({ allowedProgram }) => allowedProgram))];
  const names = new Map(
    await Promise.all(programs.map(async (program) => [program, await gameName(program, signal)] as const)),
  );
  return { pid, items: items.map((item) => ({ ...item, game: names.get(item.allowedProgram) ?? null })) };
}
