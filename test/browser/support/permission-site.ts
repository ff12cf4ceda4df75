import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';

/** An app on a separate origin that requests a permission with the SDK, by popup and by redirect. */
const page = (pid: string, clientId: string) => `<!doctype html><html lang="en"><title>App</title><h1>App</h1>
<button id="popup">Ask by popup</button><button id="sdk">Ask with the SDK</button><button id="redirect">Ask by redirect</button><p id="log"></p>
<script type="module">
import { createSessionKey, grantPageUrl, newSalt, requestPermission, resumePermission } from '/sdk.js';
const pid = ${JSON.stringify(pid)}, clientId = ${JSON.stringify(clientId)};
const say = (line) => { document.querySelector('#log').textContent = line; };
const tell = (answer, by) => say(answer.error ? 'refused: ' + answer.error + ' by ' + by : answer.permission_id + ' ' + answer.state + ' by ' + by);
async function newTerms() {
  const { publicKey } = await createSessionKey();
  return {
    chainId: 8453, account: '0x1111111111111111111111111111111111111111', verifier: '0x2222222222222222222222222222222222222222', publicKey,
    calls: [{ to: '0x6060606060606060606060606060606060606060', selector: '0x12345678' }],
    spend: [{ token: 'native', limit: '10000000000000000', period: 'day' }],
    expiry: Math.floor(Date.now() / 1000) + 86400, salt: newSalt(),
  };
}
async function address(responseMode) {
  const terms = await newTerms();
  return grantPageUrl(pid, { clientId, redirectUri: location.origin + '/back', state: 'state-' + responseMode, responseMode, terms });
}
document.querySelector('#popup').onclick = async () => {
  const popup = open('about:blank', 'pid-grant', 'popup,width=480,height=760');
  addEventListener('message', ({ data, origin, source }) => { if (origin === pid && source === popup && data.type === 'pid:grant') tell(data, 'message'); });
  popup.location.replace(await address('web_message'));
};
document.querySelector('#redirect').onclick = async () => location.assign(await address('query'));
// Before the click: a browser opens a window only in the click handler.
const prepared = await newTerms();
document.querySelector('#sdk').onclick = () =>
  requestPermission({ clientId, baseUrl: pid, terms: prepared, redirectUri: location.origin + '/resume' }).then(
    ({ permissionId }) => tell({ permission_id: permissionId, state: 'state-web_message' }, 'message'),
    (error) => tell({ error: error.code }, 'message'),
  );
if (location.pathname === '/resume') {
  const resumed = await resumePermission().catch((error) => ({ error: error.code }));
  if (resumed) tell({ ...resumed, permission_id: resumed.permissionId, state: 'resumed' }, 'redirect');
}
if (location.pathname === '/back') tell(Object.fromEntries(new URLSearchParams(location.search)), 'redirect');
</script>`;

export async function startPermissionSite(pid: string, clientId: string): Promise<{ origin: string }> {
  const sdk = await readFile(new URL('../../../packages/sdk/dist/permissions.js', import.meta.url), 'utf8');
  const server = createServer((request, reply) => {
    const isSdk = request.url === '/sdk.js';
    reply.writeHead(200, { 'content-type': isSdk ? 'text/javascript' : 'text/html; charset=utf-8' });
    reply.end(isSdk ? sdk : page(pid, clientId));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The app has no port');
  return { origin: `http://127.0.0.1:${address.port}` };
}
