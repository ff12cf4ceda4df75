import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureTool, skipReason } from '../../../../../test/support/ensure-tool.ts';
import { newApp } from '../../../test/app-helper.ts';
import { HttpClient } from '../../../test/http-client.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { freePort } from '../../../test/free-port.ts';
import { startTestService } from '../../../test/test-service.ts';

const modules = '/usr/lib/apache2/modules';
const source = { debian: 'apache2 libapache2-mod-auth-openidc' };
const apache = ensureTool('apache2', source);
const openidc = ensureTool(`${modules}/mod_auth_openidc.so`, source);
const reason = skipReason({ Apache: apache, mod_auth_openidc: openidc });

test.skipIf(reason !== '')(
  `Apache's unmodified mod_auth_openidc protects a page with a PID login${reason}`,
  async () => {
    const service = await startTestService();
    const { client, pid } = await newPlayer(service);
    const app = await newApp(client);
    const site = await startApache({
      issuer: service.baseUrl,
      clientId: app.clientId,
      clientSecret: app.clientSecret,
    });
    const visitor = new HttpClient(site);

    const first = await visitor.get('/protected/page.html', { accept: 'text/html' });
    expect(first.status).toBe(302);
    const login = new URL(first.headers.get('location')!);
    expect(login.origin + login.pathname).toBe(`${service.baseUrl}/authorize`);
    expect(Object.fromEntries(login.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile',
    });

    const allowed = await client.post('/v1/auth/authorize', {
      ...Object.fromEntries(login.searchParams),
      decision: 'allow',
    });
    expect(allowed.status).toBe(200);
    const page = await visitor.browse(allowed.body.redirectTo);
    expect(page.status).toBe(200);
    expect(page.text).toBe('only for players\n');
    expect(page.headers.get('x-user')).toBe(pid);
  },
  60_000,
);

interface SiteOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

async function startApache(options: SiteOptions): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-apache-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const site = `http://localhost:${port}`;
  await mkdir(path.join(folder, 'htdocs/protected'), { recursive: true });
  await writeFile(path.join(folder, 'htdocs/protected/page.html'), 'only for players\n');
  await writeFile(path.join(folder, 'apache.conf'), configuration(folder, port, site, options));
  const server = spawn(apache!, ['-f', path.join(folder, 'apache.conf'), '-D', 'FOREGROUND'], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await vi.waitFor(() => fetch(site), { timeout: 60_000, interval: 50 });
  return site;
}

function configuration(folder: string, port: number, site: string, options: SiteOptions): string {
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'auth_openidc'].map(
    (name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`,
  );
  const user = process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : [];
  return [
    `ServerRoot ${folder}`,
    ...loaded,
    ...user,
    `Listen localhost:${port}`,
    `ServerName localhost:${port}`,
    `PidFile ${folder}/apache.pid`,
    `ErrorLog ${folder}/error.log`,
    `DefaultRuntimeDir ${folder}`,
    `DocumentRoot ${folder}/htdocs`,
    `OIDCProviderMetadataURL ${options.issuer}/.well-known/openid-configuration`,
    `OIDCClientID ${options.clientId}`,
    `OIDCClientSecret ${options.clientSecret}`,
    `OIDCRedirectURI ${site}/protected/signed-in`,
    'OIDCCryptoPassphrase a-passphrase-for-the-test-only',
    'OIDCScope "openid profile"',
    'OIDCPKCEMethod S256',
    'OIDCRemoteUserClaim sub',
    '<Location /protected>',
    '  AuthType openid-connect',
    '  Require valid-user',
    // Node's fetch always sends `sec-fetch-mode: cors`, and mod_auth_openidc does not treat that as a
    // browser.
    '  OIDCUnAuthAction auth true',
    '  Header set X-User "expr=%{REMOTE_USER}"',
    '</Location>',
    '',
  ].join('\n');
}
