import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';

const root = path.resolve(fileURLToPath(new URL('../../..', import.meta.url)));
const sdk = () => readFileSync(path.join(root, 'packages/sdk/dist/session.js'), 'utf8');

/**
 * Writes every settled call into `output`, one line each, so that a test sees a second result. The title shows that the game
 * has started.
 */
const script = `import { openPlaySession, resumePlaySession } from '/session.js';
  const { clientId, baseUrl, program, pid } = document.body.dataset;
  const output = document.querySelector('output');
  const show = (line) => output.append(line + '\\n');
  let session;
  const begin = (opened) => { session = opened; show('playing as ' + session.pid + ' at ' + session.player); };
  document.querySelector('#play').onclick = () =>
    openPlaySession({ clientId, baseUrl, program, pid }).then(begin, (error) => show(error.code));
  document.querySelector('#move').onclick = async () => {
    const accounts = [{ address: session.player, writable: false }, { address: document.querySelector('input').value, writable: true }];
    await session.play({ data: Uint8Array.of(1, 4), accounts }).then(() => show('moved'), (error) => show(error.code));
  };
  const resumed = await resumePlaySession();
  document.title = 'Started';
  if (resumed) begin(resumed);`;

/** The site of a game on loopback that has no server: a button opens a session. Without `pid`, the game does not know the player. */
export async function startSessionSite(settings: {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly program: string;
  readonly pid?: string;
}): Promise<string> {
  const { baseUrl, clientId, program, pid } = settings;
  const known = pid === undefined ? '' : ` data-pid="${pid}"`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/session.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? sdk()
        : `<!doctype html><meta charset="utf-8"><title>Game</title><body data-client-id="${clientId}" data-base-url="${baseUrl}" data-program="${program}"${known}>
<button id="play">Play</button><input aria-label="Board"><button id="move">Move</button><output></output><script type="module">${script}</script></body>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
