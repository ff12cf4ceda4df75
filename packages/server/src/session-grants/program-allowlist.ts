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
  /** PID's own program, which no session may call. */
  readonly ownProgram: Address;
}

export const allowlistTopic = 'game-programs';
const reloadMillis = 20_000;

/**
 * Keeps the configured programs and the administrators' entries in memory. A notification reloads them, and
 * so does a timer in case a notification is lost. Without any entry, a developer's machine allows every
 * program except PID's and the runtime's own, and any other installation allows none.
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
