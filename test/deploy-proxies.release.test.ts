import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../packages/server/test/free-port.ts';
import { ensureTool, skipReason } from './support/ensure-tool.ts';

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../deploy/${file}`, import.meta.url)), 'utf8');
const nginx = ensureTool('nginx', { debian: 'nginx-light' });
const haproxy = ensureTool('haproxy', { debian: 'haproxy' });
const openssl = ensureTool('openssl', { debian: 'openssl' });

/** A folder with a self-signed certificate. */
function withCertificate(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, certificate] = [path.join(folder, 'privkey.pem'), path.join(folder, 'fullchain.pem')];
  execFileSync(
    openssl!,
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=pid.example -keyout'.split(' '),
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  copyFileSync(certificate, path.join(folder, 'pid.example.pem'));
  writeFileSync(path.join(folder, 'pid.example.pem'), readFileSync(key, 'utf8'), { flag: 'a' });
  return folder;
}

test.skipIf(nginx === null || openssl === null)(
  `nginx accepts its sample configuration${skipReason({ nginx, openssl })}`,
  async () => {
    const folder = withCertificate();
    const [tls, plain] = [await freePort(), await freePort()];
    const sample = read('nginx.conf')
      .replaceAll('/etc/ssl/pid.example', folder)
      .replaceAll(/(listen (?:\[::\]:)?)443/g, `$1${tls}`)
      .replaceAll(/(listen (?:\[::\]:)?)80;/g, `$1${plain};`);
    writeFileSync(path.join(folder, 'pid.conf'), sample);
    const main = path.join(folder, 'nginx.conf');
    writeFileSync(main, `pid ${folder}/pid; events {} http { access_log off; include ${folder}/pid.conf; }`);
    const { status, stderr } = spawnSync(nginx!, ['-t', '-q', '-p', folder, '-c', main, '-e', 'stderr'], {
      encoding: 'utf8',
    });
    expect([
      status,
      stderr.split('\n').filter((line) => /\[(?:emerg|alert|crit|error)\]/.test(line)),
    ]).toEqual([0, []]);
  },
);

test.skipIf(haproxy === null || openssl === null)(
  `HAProxy accepts its sample configuration${skipReason({ haproxy, openssl })}`,
  () => {
    const folder = withCertificate();
    writeFileSync(
      path.join(folder, 'haproxy.cfg'),
      read('haproxy.cfg').replaceAll('/etc/haproxy/pid.example.pem', path.join(folder, 'pid.example.pem')),
    );
    const { status, stderr, stdout } = spawnSync(haproxy!, ['-c', '-f', path.join(folder, 'haproxy.cfg')], {
      encoding: 'utf8',
    });
    expect([
      status,
      `${stdout}${stderr}`.split('\n').filter((line) => /\[(?:WARNING|ALERT)\]/.test(line)),
    ]).toEqual([0, []]);
  },
);
