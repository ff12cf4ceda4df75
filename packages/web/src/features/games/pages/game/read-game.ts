import { Refusal } from '@pid/contract/client';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { readPages } from '../../../../kit/api/read-pages.ts';
import type { OwnGame, Permission, PlayerAllowance } from '../../../../kit/api/shapes.ts';
import { readAllowances } from '../../../money/parts/read-allowances.ts';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';

export type Session = Reply<'listSessionGrants'>['items'][number];

export interface GameFacts {
  readonly game: OwnGame;
  /** In rupiah. */
  readonly spent: number;
  readonly permissions: readonly Permission[];
  readonly allowances: readonly PlayerAllowance[];
}

const LIVING: readonly Permission['status'][] = ['pending', 'active'];

export async function readGame(clientId: string, signal: AbortSignal): Promise<GameFacts> {
  const [game, spending, permissions, allowances] = await Promise.all([
    api.call('getOwnGame', { client_id: clientId }, { signal }),
    api.call('getSpending', { months: 1 }, { signal }),
    readPages((page) => api.call('listPermissions', page, { signal })),
    readAllowances(signal, clientId),
  ]);
  const spent = spending.months[0]?.apps.find((app) => app.clientId === clientId)?.amount ?? 0;
  return {
    game,
    spent,
    allowances,
    permissions: permissions.filter(
      (permission) => permission.clientId === clientId && LIVING.includes(permission.status),
    ),
  };
}

async function belongsTo(program: string, clientId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const found = await api.call('getGameProgram', { program }, { session: 'none', signal });
    return found.clientId === clientId;
  } catch (error) {
    // A game's program may no longer exist on the chain while its sessions are still listed.
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}

/** The active sessions of a game. Reads the chain, so it may be slow. */
export async function readSessionsOf(clientId: string, signal: AbortSignal): Promise<readonly Session[]> {
  if (!hasChain) return [];
  const sessions = await readPages((page) => api.call('listSessionGrants', page, { signal }));
  const active = sessions.filter(({ state }) => state === 'active');
  const programs = [...new Set(active.map(({ allowedProgram }) => allowedProgram))];
  const own = await Promise.all(
    programs.map(async (program) => ((await belongsTo(program, clientId, signal)) ? program : null)),
  );
  return active.filter(({ allowedProgram }) => own.includes(allowedProgram));
}
