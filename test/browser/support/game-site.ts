import { createServer } from 'node:http';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';

/**
 * A game on a separate origin (127.0.0.1 is another site than localhost) that signs in as the contract
 * specifies: with a popup that posts its response, with a redirect, and through its callback page when the
 * opener was severed.
 */
const script = `
const pid = document.currentScript.dataset.pid, clientId = document.currentScript.dataset.client;
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const say = (line) => { document.querySelector('#log').textContent = line; };
const saved = (state) => JSON.parse(localStorage.getItem('login:' + state) ?? 'null');

async function begin(mode) {
  const state = random(), verifier = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  localStorage.setItem('login:' + state, JSON.stringify({ mode, verifier }));
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: location.origin + '/callback', state, code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 'S256' });
  if (mode === 'redirect') { location.assign(pid + '/authorize?' + query); return; }
  query.set('response_mode', 'web_message');
  const answer = new Promise((resolve) => {
    const channel = new BroadcastChannel('pid');
    channel.onmessage = ({ data }) => resolve({ ...data, by: 'callback page' });
    addEventListener('message', ({ data, origin }) => { if (origin === pid) resolve({ ...data, by: 'message' }); });
  });
  open(pid + '/authorize?' + query, 'pid', 'popup,width=480,height=720');
  finish(await answer);
}

async function finish(answer) {
  const login = saved(answer.state);
  if (!login) return say('unknown state');
  if (answer.error) return say('refused: ' + answer.error + ' by ' + answer.by);
  const response = await fetch(pid + '/v1/auth/exchange', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ client_id: clientId, code: answer.pid_code, code_verifier: login.verifier }) });
  const body = await response.json();
  say(response.ok ? 'playing as ' + body.pid + ' by ' + answer.by : 'failed: ' + body.message);
}

function callback() {
  const answer = Object.fromEntries(new URLSearchParams(location.search));
  history.replaceState(null, '', location.pathname);
  if (saved(answer.state)?.mode !== 'popup') return finish({ ...answer, by: 'redirect' });
  new BroadcastChannel('pid').postMessage(answer);
  close();
}`;

export interface GameSite {
  readonly origin: string;
}

/** `isolated` pages send COOP, so that their popup has no opener. */
export async function startGameSite(
  pid: string,
  clientId: string,
  { isolated = false } = {},
): Promise<GameSite> {
  const server = createServer((request, reply) => {
    const start = request.url?.startsWith('/callback') ? 'callback()' : '';
    reply.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(isolated ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    });
    reply.end(`<!doctype html><html lang="en"><title>Game</title><h1>Game</h1>
<button onclick="begin('popup')">Sign in by popup</button><button onclick="begin('redirect')">Sign in by redirect</button>
<p id="log"></p><script data-pid="${pid}" data-client="${clientId}">${script}\n${start}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The game has no port');
  return { origin: `http://127.0.0.1:${address.port}` };
}
