import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Source of a missing program: Debian packages, a package of Debian testing that is unpacked beside the system, a pip package, or a Go module. */
type Source =
  | { readonly debian: string }
  | { readonly debianTesting: string }
  | { readonly pip: string }
  | { readonly go: string };

const ownFolder = fileURLToPath(new URL('../../.tools/own', import.meta.url));
const unpackTesting = fileURLToPath(new URL('unpack-testing.sh', import.meta.url));
const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', path.join(ownFolder, 'bin')];

/**
 * Returns the path of a program (or of a file, if `command` is an absolute path) that a release test needs.
 * As root on Debian, installs it if it is missing. Returns null if it cannot be installed.
 */
export function ensureTool(command: string, source: Source): string | null {
  const found = find(command);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write(`Installing ${command} …\n`);
    try {
      install(source);
    } catch (error) {
      process.stdout.write(`${command} could not be installed: ${String(error).split('\n')[0]}\n`);
    }
    const installed = find(command);
    if (installed) return installed;
  }
  const [[from, what]] = Object.entries(source) as [[string, string]];
  process.stdout.write(
    `No ${command} found: the tests that need it are skipped. Install ${what} (${from}).\n`,
  );
  return null;
}

/** Suffix of a test's name: the reason why it is skipped, or nothing if every tool was found. */
export function skipReason(tools: Readonly<Record<string, unknown>>): string {
  const missing = Object.keys(tools).filter((name) => !tools[name]);
  return missing.length === 0 ? '' : ` (skipped: no ${missing.join(', no ')})`;
}

function install(source: Source): void {
  if ('debian' in source) installFromDebian(source.debian);
  else if ('debianTesting' in source) {
    const name = source.debianTesting;
    const folder = path.join(path.dirname(ownFolder), 'testing', name);
    execFileSync('sh', [unpackTesting, name, folder, path.join(ownFolder, 'bin', name)], { stdio: 'ignore' });
  } else if ('go' in source)
    execFileSync('go', ['install', source.go], {
      stdio: 'ignore',
      env: { ...process.env, GOBIN: path.join(ownFolder, 'bin') },
    });
  else {
    try {
      execFileSync('python3', ['-m', 'venv', ownFolder], { stdio: 'ignore' });
    } catch {
      installFromDebian('python3-venv');
      execFileSync('python3', ['-m', 'venv', ownFolder], { stdio: 'ignore' });
    }
    execFileSync(path.join(ownFolder, 'bin/pip'), ['install', '--quiet', source.pip], { stdio: 'ignore' });
  }
}

/** apt-get refuses to run concurrently, and test files run in parallel, so flock queues the calls. */
function installFromDebian(packages: string): void {
  const get = `apt-get install -y -qq --no-install-recommends ${packages}`;
  execFileSync(
    'flock',
    ['/var/lock/pid-tests-apt', 'sh', '-c', `${get} || { apt-get update -qq && ${get}; }`],
    {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  );
}

function find(command: string): string | undefined {
  if (path.isAbsolute(command)) return existsSync(command) ? command : undefined;
  return [...(process.env['PATH'] ?? '').split(path.delimiter), ...folders]
    .map((folder) => path.join(folder, command))
    .find((file) => existsSync(file));
}
