import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { emptyFolder, repository, run } from '../examples/copy-out.ts';
import type { Block } from './read-guide.ts';

/**
 * A developer with the address of a service, an empty folder and a guide. Every command is taken from the
 * guide.
 */
export interface Stranger {
  readonly folder: string;
  /**
   * A release run runs `npm install` as the guide says, except for the packages of others, which come from
   * this repository. Other runs link all packages.
   */
  install(command: string, ...others: string[]): Promise<void>;
  /** Runs a command and returns its output. */
  shell(command: string): Promise<string>;
  /**
   * Starts a long-running command of the guide, with `environment` instead of the variables in front of it.
   * Returns its first line.
   */
  begin(
    command: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<{ child: ChildProcess; line: string }>;
}

export async function arrive(): Promise<Stranger> {
  const folder = await emptyFolder();
  return {
    folder,
    async install(command, ...others) {
      expect(command).toMatch(/^npm install \S+\/sdk\/pid-sdk-[\d.]+\.tgz/);
      for (const name of others) expect(` ${command} `).toMatch(new RegExp(` ${name}(?:@[\\d.]+)? `));
      if (process.env['PID_TEST_TIER'] !== 'release')
        return symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
      await run('npm', [...command.split(' ').slice(1, 3), '--silent', '--no-audit', '--no-fund'], {
        cwd: folder,
      });
      for (const name of others) {
        const [scope = name] = name.split('/');
        await symlink(path.join(repository, 'node_modules', scope), path.join(folder, 'node_modules', scope));
      }
    },
    async shell(command) {
      return (await run('sh', ['-c', command], { cwd: folder })).stdout;
    },
    async begin(command, environment) {
      const child = spawn('sh', ['-c', `exec ${command.replace(/^(?:[A-Z_]+=\S+ )+/, '')}`], {
        cwd: folder,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill());
      const [line]: unknown[] = await once(child.stdout, 'data');
      return { child, line: String(line).trim() };
    },
  };
}

/** The commands of a guide, in order. */
export function commandsOf(blocks: readonly Block[]): string[] {
  return blocks
    .filter(({ language, marks }) => language === 'sh' && !marks.has('tab'))
    .map(({ code }) => code.trim());
}
