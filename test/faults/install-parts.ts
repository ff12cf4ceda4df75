// The environment of an installation: certificates, an external identity provider, an external chain.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Provider } from 'oidc-provider';
import { mainFile } from '../process/pid-process.ts';
import type { Certificate } from '../support/own-programs.ts';

const execute = promisify(execFile);

/** One certificate authority, and one certificate for all host names of the test. */
export async function makeCertificates(folder: string): Promise<Certificate & { authority: string }> {
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execute('openssl', args);
  await openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=Walk',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
  );
  await openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=pid.example',
    '-keyout',
    file('leaf.key'),
    '-out',
    file('leaf.csr'),
  );
  await writeFile(file('names'), 'subjectAltName=DNS:pid.example,DNS:localhost,IP:127.0.0.1\n');
  await openssl(
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    file('leaf.csr'),
    '-CA',
    file('ca.pem'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-extfile',
    file('names'),
    '-out',
    file('leaf.pem'),
  );
  return { authority: file('ca.pem'), certificate: file('leaf.pem'), key: file('leaf.key') };
}

/** The hash by which Chromium accepts a certificate that none of its authorities signed. */
export async function keyHash({ certificate }: Certificate): Promise<string> {
  const { X509Certificate, createHash } = await import('node:crypto');
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/** A standard OpenID provider over TLS, with its login form. */
export async function startForeignProvider(
  port: number,
  { certificate, key }: Certificate,
  client: { id: string; secret: string; redirect: string },
) {
  const issuer = `https://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@example.com`, email_verified: true, name: sub }),
    }),
    conformIdTokenClaims: false,
  });
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    (incoming, outgoing) => void provider.callback()(incoming, outgoing),
  ).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { issuer, stop: () => void server.close() };
}

/** Runs the installed `pid` command. Returns its whole output and its exit code. */
export async function pid(words: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [mainFile, ...words], {
    env: { PATH: process.env['PATH'], PID_LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

/**
 * Starts a long-running command. Resolves when its output matches `pattern`, with the first group of the
 * match.
 */
export async function startCommand(
  words: readonly string[],
  environment: Record<string, string>,
  pattern: RegExp,
) {
  const child = spawn(process.execPath, [mainFile, ...words], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<unknown> => {
    const ended = once(child, 'exit');
    return child.kill('SIGTERM') ? (await ended)[0] : child.exitCode;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line);
    if (found) {
      child.stdout.resume();
      return { found: found[1] ?? '', stop };
    }
  }
  throw new Error(`pid ${words.join(' ')} ended`);
}

/** Sends a request as an external client does, by host name and with a verified certificate. */
export async function outside(
  port: number,
  { authority }: { authority: string },
  target: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path: target,
    servername: 'pid.example',
    ca: readFileSync(authority),
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host: `pid.example:${port}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, text };
}

export async function airdrop(rpc: string, address: string, lamports: number): Promise<void> {
  const answer = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, lamports] }),
  });
  const { error } = (await answer.json()) as { error?: unknown };
  if (error) throw new Error(JSON.stringify(error));
}
