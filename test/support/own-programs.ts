import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../packages/server/test/free-port.ts';

export interface OwnProgram {
  readonly port: number;
  readonly child: () => ChildProcess;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the program again on the same port. */
  restart(): Promise<void>;
  /** Ends the program and deletes its files. */
  stop(): Promise<void>;
}

interface Recipe {
  readonly command: string;
  readonly files?: (port: number, folder: string) => Record<string, string>;
  readonly args: (port: number, folder: string) => readonly string[];
}

export function ownRedis(command: string): Promise<OwnProgram> {
  return run({
    command,
    args: (port, folder) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
  });
}

/**
 * As docs/operations.md recommends: any node may get any request, and safe requests are retried on another
 * node.
 */
export function ownNginx(command: string, nodes: readonly number[], port: number): Promise<OwnProgram> {
  return run(
    {
      command,
      args: (_port, folder) => ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'],
      files: (own, folder) => ({ 'nginx.conf': nginxConfig(own, nodes, folder) }),
    },
    port,
  );
}

const samples = {
  nginx: fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)),
  haproxy: fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url)),
};

/** deploy/nginx.conf without TLS and without rate limits, which a load from one address would reach. */
export function sampleNginx(command: string, nodes: readonly [number, number], port: number) {
  const sample = readFileSync(samples.nginx, 'utf8')
    .replace(/^ {2}(?:ssl_|limit_(?:conn|req) ).*\n/gm, '')
    .replace(/^server \{\n {2}listen 80;[^}]*\}/m, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('listen [::]:443 ssl http2', `listen [::1]:${port}`);
  return runNginx(command, onNodes(sample, nodes), port);
}

export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** deploy/nginx.conf with its TLS and limits, on a free port. */
export function installedNginx(
  command: string,
  nodes: readonly [number, number],
  port: number,
  { certificate, key }: Certificate,
) {
  const sample = readFileSync(samples.nginx, 'utf8')
    .replace(/^server \{\n {2}listen 80;[^}]*\}/m, '')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('listen [::]:443 ', `listen [::1]:${port} `)
    .replace('/etc/ssl/pid.example/fullchain.pem', certificate)
    .replace('/etc/ssl/pid.example/privkey.pem', key);
  return runNginx(command, onNodes(sample, nodes), port);
}

function runNginx(command: string, sample: string, port: number): Promise<OwnProgram> {
  return run(
    {
      command,
      args: (_port, folder) => ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'],
      files: (_port, folder) => ({
        'nginx.conf': nginxFrame(folder, `include ${folder}/pid.conf;`),
        'pid.conf': sample,
      }),
    },
    port,
  );
}

/** deploy/haproxy.cfg without TLS and rate limits. */
export function sampleHaproxy(command: string, nodes: readonly [number, number], port: number) {
  const sample = readFileSync(samples.haproxy, 'utf8')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port},[::1]:${port}`)
    .replace(/^ {2}(?:bind :80|http-request (?:redirect|deny deny_status 429).*)\n/gm, '');
  return run(
    {
      command,
      args: (_port, folder) => ['-db', '-f', path.join(folder, 'haproxy.cfg')],
      files: () => ({ 'haproxy.cfg': onNodes(sample, nodes) }),
    },
    port,
  );
}

function onNodes(sample: string, [first, second]: readonly [number, number]): string {
  return sample
    .replace('127.0.0.1:4101', `127.0.0.1:${first}`)
    .replace('127.0.0.1:4102', `127.0.0.1:${second}`);
}

/**
 * Transaction mode, as in docs/operations.md. Debian's version is older than 1.21, so it does not support
 * named statements.
 */
export function ownPgBouncer(command: string, target: string): Promise<OwnProgram> {
  // PgBouncer refuses to run as root, and reads its file as the user that it switches to.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  return run({
    command,
    args: (_port, folder) => [...user, path.join(folder, 'pgbouncer.ini')],
    files: (port) => ({
      'pgbouncer.ini': `[databases]
pid = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
    }),
  });
}

function nginxConfig(port: number, nodes: readonly number[], folder: string): string {
  return nginxFrame(
    folder,
    `upstream pid { ${nodes.map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=1s;`).join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${port}; listen [::1]:${port};
    location / {
      proxy_pass http://pid; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; proxy_connect_timeout 2s;
    }
  }`,
  );
}

function nginxFrame(folder: string, inside: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `daemon off; pid ${folder}/nginx.pid; worker_processes 1; error_log /dev/null;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off; ${temporary}
  ${inside}
}
`;
}

async function run(recipe: Recipe, givenPort?: number): Promise<OwnProgram> {
  const port = givenPort ?? (await freePort());
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-program-'));
  for (const [name, text] of Object.entries(recipe.files?.(port, folder) ?? {}))
    await writeFile(path.join(folder, name), text);
  await chmod(folder, 0o755);
  let child: ChildProcess;
  let output = '';

  async function start(): Promise<void> {
    child = spawn(recipe.command, recipe.args(port, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout!.on('data', (chunk) => (output += String(chunk)));
    child.stderr!.on('data', (chunk) => (output += String(chunk)));
    await untilListening(port, () => child.exitCode !== null && `${recipe.command} ended: ${output}`);
  }

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    port,
    child: () => child,
    kill,
    restart: start,
    async stop() {
      // After SIGKILL, nginx leaves its worker processes running.
      await kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number, problem: () => string | false): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const sentence = problem();
    if (sentence) throw new Error(sentence);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('close', () => socket.destroy());
      socket.once('connect', () => socket.end());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody listens on port ${port}`);
}
