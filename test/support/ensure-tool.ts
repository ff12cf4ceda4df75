import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The path of a program that a test needs: an installed one, or Debian's, installed now. Null, with a word about it, when there is none. */
export function ensureTool(command: string, debianPackage: string): string | null {
  const found = find(command);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    try {
      execFileSync('apt-get', ['update', '-qq'], options);
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], options);
    } catch {
      // Without a network there is nothing to install from; the sentence below says what is missing.
    }
    const installed = find(command);
    if (installed) return installed;
  }
  return missing(command, `Debian: \`apt install ${debianPackage}\``);
}

/** The same for what is too large to be brought for one test: an installed one, or none. */
export function findTool(command: string, from: string): string | null {
  return find(command) ?? missing(command, from);
}

function missing(command: string, from: string): null {
  process.stdout.write(`No ${command} found: the tests that need it are skipped. Install it (${from}).\n`);
  return null;
}

function find(command: string): string | undefined {
  return [...(process.env['PATH'] ?? '').split(path.delimiter), ...folders]
    .map((folder) => path.join(folder, command))
    .find((file) => existsSync(file));
}
