import os from 'node:os';
import type { Machine } from './results.ts';

export function describeMachine(postgres: string): Machine {
  const processors = os.cpus();
  return {
    processor: processors[0]?.model.trim() || os.arch(),
    cores: processors.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.arch()}`,
    node: process.version,
    postgres,
    loadBefore: Math.round(os.loadavg()[0]! * 100) / 100,
  };
}
