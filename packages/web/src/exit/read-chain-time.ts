import { CLAIM_WAIT_SECONDS, CLOCK_SYSVAR, decodeClock } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import { readAccounts } from './rpc.ts';
import type { Rpc } from './rpc.ts';
import { systemClock } from '../kit/platform/clock.ts';

/** The longest that the program allows is 600. */
const HOLDS_SECONDS = 540n;
const AHEAD_SECONDS_MAX = 300n;

const deviceSeconds = () => BigInt(Math.floor(systemClock.now() / 1000));

export async function readChainSeconds(rpc: Rpc): Promise<bigint> {
  const [account] = await readAccounts(rpc, [CLOCK_SYSVAR]);
  const clock = account && decodeClock(account.data);
  if (!clock) throw new ExitProblem('noProgramHere');
  return clock.seconds;
}

/**
 * Until when an exit holds. It counts from the chain's time, as the server tells it, or from this device's, whichever is earlier: a
 * server that lies about the time cannot have a signature that serves it next week.
 */
export async function readExpiry(rpc: Rpc): Promise<bigint> {
  const [chain, device] = [await readChainSeconds(rpc), deviceSeconds()];
  if (chain > device + AHEAD_SECONDS_MAX) throw new ExitProblem('clockDiffers');
  return (chain < device ? chain : device) + HOLDS_SECONDS;
}

/**
 * Whether a claim may be finished, by the server's time or by this device's: too early, the chain refuses it and nothing is
 * lost. A longer wait than the program knows is a lie.
 */
export async function readIsReady(rpc: Rpc, readyAt: bigint): Promise<boolean> {
  const device = deviceSeconds();
  if (readyAt > device + CLAIM_WAIT_SECONDS + AHEAD_SECONDS_MAX) throw new ExitProblem('claimTime');
  return readyAt <= device || readyAt <= (await readChainSeconds(rpc));
}
