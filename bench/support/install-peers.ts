import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './processes.ts';

const folder = path.join(root, 'bench/peers');

/**
 * Installs the peers in their own folder, so that the packages of the checkout do not change. Returns null,
 * or the reason for a failure.
 */
export async function installPeers(): Promise<string | null> {
  const { dependencies } = await readPackage(folder);
  const missing = [];
  for (const [name, version] of Object.entries(dependencies ?? {})) {
    const installed = await readPackage(path.join(folder, 'node_modules', name)).catch(() => null);
    if (installed?.version !== version) missing.push(name);
  }
  if (missing.length === 0) return null;
  try {
    await promisify(execFile)(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--loglevel=error',
      ],
      { timeout: 300_000, cwd: folder },
    );
    return null;
  } catch (error) {
    return `npm could not install ${missing.join(', ')}: ${
      String((error as { stderr?: string }).stderr ?? error)
        .trim()
        .split('\n')[0]
    }`;
  }
}

async function readPackage(at: string): Promise<{ version?: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8'));
}
