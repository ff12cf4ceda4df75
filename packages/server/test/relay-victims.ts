import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { CrashPoint } from '../src/relay/relay-deps.ts';
import { bundleScript } from './bundle-script.ts';
import type { FaultyChain } from './faulty-chain.ts';
import { onFileEnd } from './file-end.ts';
import { testMasterKey } from './test-sealing.ts';

export interface Victim {
  readonly url: string;
  readonly died: Promise<unknown>;
}

export const crashPoints: readonly [CrashPoint, string][] = [
  ['signed', 'nothing was stored, and the same request starts again'],
  ['stored', 'another node finds and sends the bytes'],
  ['sent', 'another node finds the outcome'],
  ['seen-confirmed', 'another node records the confirmation'],
  ['recorded', 'another node returns the response'],
];

/** Several processes start concurrently, which takes long on a busy machine. */
export const startMillis = 120_000;

/**
 * Starts further nodes that kill themselves at the given point. Each promise resolves when the node listens.
 */
export async function openVictims(
  world: FaultyChain,
  settings: Readonly<Record<string, string>> = {},
): Promise<(point: CrashPoint) => Promise<Victim>> {
  const script = await bundleScript('relay-victim');
  const victims = new Set<ChildProcess>();
  onFileEnd(async () => {
    for (const child of victims) child.kill('SIGKILL');
    await rm(script);
  });
  return async (point) => {
    const child = spawn(process.execPath, [script, world.service.connectionString, point], {
      env: {
        PATH: process.env['PATH'],
        PID_PORT: '0',
        PID_MASTER_KEY: testMasterKey,
        PID_RATE_LIMIT: '0',
        PID_LOG_LEVEL: 'silent',
        PID_BASE_URL: world.service.baseUrl,
        PID_SOLANA_RPC_URL: world.rpcUrl,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const died = once(child, 'exit');
    victims.add(child);
    for await (const chunk of child.stdout) {
      const [, address] = /^ready (\S+)/.exec(String(chunk)) ?? [];
      if (address) return { url: address, died };
    }
    throw new Error('the victim did not start');
  };
}
