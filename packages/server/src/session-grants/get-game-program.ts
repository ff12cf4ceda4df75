import { isAddress, toAddress } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { remember, rememberEach } from '../platform/remember.ts';
import { readGameProgram } from './game-program.ts';
import { playTerms, type PlayDeps } from './execute-move.ts';

/**
 * These routes are public, and each response needs a request to the chain. The chain is asked at most once
 * per second, regardless of the number of callers.
 */
const publicMillis = 1000;

export function openGameViews(deps: PlayDeps) {
  const { clock, chain, allowlist } = deps;
  const latestBlockhash = remember({ clock, millis: publicMillis }, () => chain.client.latestBlockhash());
  const liveProgram = rememberEach({ clock, millis: publicMillis }, (program) =>
    readGameProgram(chain, toAddress(program)),
  );

  /** Returns the current terms that a session key signs together with its move. */
  async function getPlayTerms() {
    const { blockhash } = await orChainError(latestBlockhash());
    const { sponsor, unitLimit, unitPriceMicroLamports } = playTerms(deps, blockhash);
    return { sponsor, blockhash, unitLimit, unitPriceMicroLamports: unitPriceMicroLamports.toString() };
  }

  /** Returns the current state of a game program on the chain. */
  async function getGameProgram(program: string) {
    if (!isAddress(program)) throw refuse('not_found');
    const live = await liveProgram(program);
    if (!live) throw refuse('not_found', {}, 'No such game program');
    const entry = allowlist.find(program);
    return {
      program,
      name: entry?.name ?? null,
      clientId: entry?.clientId ?? null,
      allowed: allowlist.has(program),
      hasAuthority: live.upgradeAuthority !== null,
      authority: live.upgradeAuthority,
      slot: live.slot.toString(),
    };
  }

  return { getPlayTerms, getGameProgram };
}
