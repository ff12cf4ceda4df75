import { isAddress, toAddress } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { remember, rememberEach } from '../platform/remember.ts';
import { readGameProgram } from './game-program.ts';
import { playTerms, type PlayDeps } from './execute-move.ts';

/** Anybody may ask, and each answer costs a question to the chain: one a second is asked, whoever wants to know. */
const publicMillis = 1000;

export function openGameViews(deps: PlayDeps) {
  const { clock, chain, allowlist } = deps;
  const latestBlockhash = remember({ clock, millis: publicMillis }, () => chain.client.latestBlockhash());
  const liveProgram = rememberEach({ clock, millis: publicMillis }, (program) =>
    readGameProgram(chain, toAddress(program)),
  );

  /** What a session key signs besides its move, as of now. */
  async function getPlayTerms() {
    const { blockhash } = await orChainError(latestBlockhash());
    const { sponsor, unitLimit, unitPriceMicroLamports } = playTerms(deps, blockhash);
    return { sponsor, blockhash, unitLimit, unitPriceMicroLamports: unitPriceMicroLamports.toString() };
  }

  /** A game program as it is on chain now. */
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
