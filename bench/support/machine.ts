import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { root } from './processes.ts';
import type { Machine } from './results.ts';

/** The commit that is measured, with a plus if files have changed since. Undefined outside of a clone. */
export function describeBuild(): string | undefined {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // The report itself changes with every section.
    const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/benchmarks.*');
    return `${git('rev-parse', '--short=8', 'HEAD')}${changes === '' ? '' : '+'}`;
  } catch {
    return undefined;
  }
}

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
