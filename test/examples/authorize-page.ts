import type { BrowserContext } from 'playwright-core';
import type { TestService } from '../../packages/server/test/test-service.ts';

/** The browser's part of the login as the relying-parties README describes it, without style or text. */
const page = `<!doctype html><title>PID</title><p id="who"></p><button id="allow">Allow</button><button id="deny">Deny</button><script type="module">
const query = Object.fromEntries(new URLSearchParams(location.search));
const asked = await (await fetch('/v1/auth/authorize' + location.search)).json();
document.querySelector('#who').textContent = asked.app.name + ' at ' + asked.origin + ' for ' + asked.pid;
for (const decision of ['allow', 'deny']) document.querySelector('#' + decision).onclick = () => decide(decision);
async function decide(decision) {
  const body = JSON.stringify({ ...query, decision });
  const answer = await (await fetch('/v1/auth/authorize', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  if (query.response_mode !== 'web_message' || !window.opener || window.opener.closed) return location.replace(answer.redirectTo);
  const outcome = answer.pidCode ? { pid_code: answer.pidCode } : { error: 'access_denied' };
  window.opener.postMessage({ type: 'pid:login', ...outcome, state: query.state }, asked.origin);
  window.close();
}
</script>`;

/** Adds a substitute for /authorize on the service's origin if this build of the pages has none. */
export async function ensureAuthorizePage(service: TestService, context: BrowserContext): Promise<void> {
  const served = await service.client().get('/authorize', { accept: 'text/html' });
  if (served.status === 200) return;
  await context.route(`${service.baseUrl}/authorize?*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: page }),
  );
}
