import type { Address } from '@pid/protocol';
import { keepCurrent } from '../platform/keep-current.ts';
import type { Needs } from '../platform/needs.ts';
import { isBuiltinProgram } from './builtin-programs.ts';
import { listGameProgramEntries } from './game-programs.store.ts';

interface AllowedProgram {
  readonly program: string;
  readonly name: string | null;
  readonly clientId: string | null;
}

export interface ProgramAllowlist {
  /** Whether sessions may be opened for a program. Reads from memory. */
  has(program: string): boolean;
  find(program: string): AllowedProgram | null;
  close(): void;
}

export interface AllowlistDeps extends Needs<'db' | 'notifications' | 'log'> {
  readonly configured: readonly { readonly program: Address; readonly clientId: string | null }[];
  readonly loopback: boolean;
  /** Our own program, which no session may call. */
  readonly ownProgram: Address;
}

export const allowlistTopic = 'game-programs';
const reloadMillis = 20_000;

/**
 * Configuration and administrators' entries in memory, reloaded when a node says that they changed, and by timer should that be
 * lost. With no entry at all, a developer's machine allows every program but the runtime's own, and any other place none.
 */
export async function openProgramAllowlist(deps: AllowlistDeps): Promise<ProgramAllowlist> {
  const fixed = deps.configured.map(({ program, clientId }) => ({ program, clientId, name: null }));
  let programs = new Map<string, AllowedProgram>();
  const kept = await keepCurrent(
    deps,
    { topic: allowlistTopic, name: 'game programs', everyMillis: reloadMillis },
    async () => {
      const entered = await listGameProgramEntries(deps.db);
      programs = new Map(
        [...fixed, ...entered].map(({ program, name, clientId }) => [program, { program, name, clientId }]),
      );
    },
  );
  return {
    has(program) {
      if (program === deps.ownProgram || isBuiltinProgram(program)) return false;
      return programs.size === 0 ? deps.loopback : programs.has(program);
    },
    find: (program) => programs.get(program) ?? null,
    close: kept.close,
  };
}
