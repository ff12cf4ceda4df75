import { CLAIM_WAIT_SECONDS, CLOCK_SYSVAR, decodeClock } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import { readAccounts } from './rpc.ts';
import type { Rpc } from './rpc.ts';
import { systemClock } from '../kit/platform/clock.ts';

/** The program allows at most 600. */
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
 * Returns the expiry of an exit. It counts from the chain's time as the server reports it or from the
 * device's time, whichever is earlier: with a false time a server could otherwise get a signature that is
 * valid for longer.
 */
export async function readExpiry(rpc: Rpc): Promise<bigint> {
  const [chain, device] = [await readChainSeconds(rpc), deviceSeconds()];
  if (chain > device + AHEAD_SECONDS_MAX) throw new ExitProblem('clockDiffers');
  return (chain < device ? chain : device) + HOLDS_SECONDS;
}

/**
 * Returns whether a claim can be finished, by the server's or the device's time. If it is too early, the
 * chain refuses the transaction and nothing is lost. A wait longer than the program's must be a lie of the
 * server.
 */
export async function readIsReady(rpc: Rpc, readyAt: bigint): Promise<boolean> {
  const device = deviceSeconds();
  if (readyAt > device + CLAIM_WAIT_SECONDS + AHEAD_SECONDS_MAX) throw new ExitProblem('claimTime');
  return readyAt <= device || readyAt <= (await readChainSeconds(rpc));
}
