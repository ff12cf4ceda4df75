import { createServer, type RequestListener, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface TwoSites {
  /** The game's origin. It differs from the service's origin in site and port. */
  readonly game: string;
  readonly service: string;
  close(): Promise<void>;
}

/**
 * Behaves as the hosted page must (see the relying-parties README): it posts to the opener's exact origin
 * while there is an opener, otherwise it redirects. It says where it is to an opener that asked. The code contains the challenge, so that a test can check
 * whether the verifier matches.
 */
const authorizePage = `<!doctype html><title>PID</title><button id="allow">Allow</button><button id="deny">Deny</button>
<button id="noise">Noise</button><a id="away" href="/provider">Another provider</a><a id="silent" href="/provider">A link of the browser</a><script>
const query = new URLSearchParams(location.search);
const state = query.get('state');
const redirectUri = query.get('redirect_uri');
const origin = new URL(redirectUri).origin;
function deliver(answer) {
  const isMessage = query.get('response_mode') === 'web_message' && window.opener && !window.opener.closed;
  if (isMessage) { window.opener.postMessage({ type: 'pid:login', ...answer, state }, origin); window.close(); return; }
  location.replace(redirectUri + '?' + new URLSearchParams({ ...answer, state }));
}
document.querySelector('#allow').onclick = () => deliver({ pid_code: 'code-for-' + query.get('code_challenge') });
document.querySelector('#deny').onclick = () => deliver({ error: 'access_denied' });
document.querySelector('#noise').onclick = () => {
  window.opener.postMessage({ type: 'pid:login', pid_code: 'planted', state: 'another' }, origin);
  window.opener.postMessage('pid:login', origin);
  window.opener.postMessage(null, origin);
};
document.querySelector('#away').search = location.search;
const inform = (type) => { if (query.get('tell_opener') === '1' && window.opener) window.opener.postMessage({ type, state }, origin); };
document.querySelector('#away').onclick = () => inform('pid:away');
document.querySelector('#silent').search = location.search;
inform('pid:here');
</script>`;

/** A provider page that isolates itself, as some do: after it, the window has no opener. */
const providerPage = `<!doctype html><title>Provider</title><a id="back" href="/authorize">Back</a><script>
document.querySelector('#back').search = location.search;</script>`;

const gamePage = `<!doctype html><title>Game</title><button id="sign-in">Sign in</button><button id="redirect">Redirect</button><button id="abort">Abort</button><pre id="out"></pre><script type="module">
import { resumeSignIn, signInWithPid } from '/sdk.js';
const service = new URLSearchParams(location.search).get('service');
const out = document.querySelector('#out');
const show = (value) => { out.textContent = JSON.stringify(value); };
const showError = (error) => show({ error: error.code ?? String(error) });
const stop = new AbortController();
const begin = (more) => signInWithPid({ clientId: 'app_test', baseUrl: service, signal: stop.signal, ...more }).then(show, showError);
document.querySelector('#sign-in').onclick = () => { begin(); };
document.querySelector('#redirect').onclick = () => { begin({ mode: 'redirect' }); };
document.querySelector('#abort').onclick = () => stop.abort();
try {
  const resumed = resumeSignIn();
  if (resumed) show({ resumed });
  else if (location.search.includes('auto')) begin();
} catch (error) { showError(error); }
</script>`;

const callbackPage = `<!doctype html><title>Callback</title><body><script type="module">import { handleCallback } from '/sdk.js'; handleCallback();</script></body>`;

export async function startTwoSites(): Promise<TwoSites> {
  const sdk = await bundleSdk();
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const isolated = { ...html, 'cross-origin-opener-policy': 'same-origin' };
  const withThreads = { ...isolated, 'cross-origin-embedder-policy': 'require-corp' };
  const service = await listen('localhost', (request, response) => {
    const isProvider = request.url?.startsWith('/provider') === true;
    response.writeHead(200, isProvider ? isolated : html).end(isProvider ? providerPage : authorizePage);
  });
  const game = await listen('127.0.0.1', (request, response) => {
    const url = request.url ?? '/';
    if (url === '/sdk.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(sdk);
    else if (url.startsWith('/pid-callback.html')) response.writeHead(200, html).end(callbackPage);
    else if (url.startsWith('/threads')) response.writeHead(200, withThreads).end(gamePage);
    else response.writeHead(200, url.startsWith('/isolated') ? isolated : html).end(gamePage);
  });
  return {
    game: game.origin,
    service: service.origin,
    async close() {
      await Promise.all([service, game].map(({ server }) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

export async function bundleSdk(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../src/browser/index.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    minify: true,
    write: false,
    logLevel: 'error',
  });
  return result.outputFiles[0]!.text;
}

async function listen(host: string, handler: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { server, origin: `http://${host}:${address.port}` };
}
