import type { OwnedApp } from '../../../kit/api/shapes.ts';

/** The addresses of `/sdk/sdk.json`. */
export interface HostedSdk {
  readonly package: { readonly path: string };
  readonly module: { readonly path: string };
}

export interface SnippetInput {
  /** The address of PID. */
  readonly base: string;
  readonly sdk: HostedSdk;
  readonly app: Pick<OwnedApp, 'client_id' | 'redirectUris' | 'requireSecret'>;
}

export async function readHostedSdk(signal: AbortSignal): Promise<HostedSdk> {
  const answer = await fetch('/sdk/sdk.json', { signal });
  if (!answer.ok) throw new Error(`/sdk/sdk.json: ${answer.status}`);
  return (await answer.json()) as HostedSdk;
}

function exactAddress({ redirectUris }: Pick<OwnedApp, 'redirectUris'>): string | undefined {
  return redirectUris.find((uri) => uri.startsWith('https://'));
}

/** A registered address, an address on the app's first origin, or one on the developer's machine. */
export function returnAddressOf(app: Pick<OwnedApp, 'origins' | 'redirectUris'>): string {
  return exactAddress(app) ?? `${app.origins[0] ?? 'http://localhost:3000'}/pid-callback.html`;
}

/** The snippets are those of the guide "Sign in on the web", without the server around them. */
export function buttonSnippet({ base, sdk, app }: SnippetInput): string {
  const exact = exactAddress(app);
  const redirectUri = exact === undefined ? '' : ` redirectUri: '${exact}',`;
  return `<button>Sign in with PID</button>
<script type="module">
import { resumeSignIn, signInWithPid } from '${base}${sdk.module.path}';
const enter = (result) => fetch('/session', { method: 'POST', body: JSON.stringify(result) });
document.querySelector('button').onclick = () =>
  // Call this in the click handler, before any await.
  signInWithPid({ clientId: '${app.client_id}', baseUrl: '${base}',${redirectUri} scope: '' }).then(enter);
const resumed = resumeSignIn();
if (resumed) await enter(resumed);
</script>`;
}

export function callbackSnippet({ base, sdk }: SnippetInput): string {
  return `<!doctype html><body><script type="module">
import { handleCallback } from '${base}${sdk.module.path}'; handleCallback();
</script></body>`;
}

export function exchangeSnippet({ base, sdk, app }: SnippetInput): string {
  const secret = app.requireSecret ? ', clientSecret: process.env.PID_CLIENT_SECRET' : '';
  return `// npm install ${base}${sdk.package.path}
import { exchangeCode } from '@pid/sdk/server';

const asked = { baseUrl: '${base}', clientId: '${app.client_id}'${secret} };

/** Call this with the body of POST /session. */
export async function enter(body) {
  const { code, codeVerifier } = JSON.parse(body);
  const { pid } = await exchangeCode({ ...asked, code, codeVerifier });
  // pid is permanent: use it as your player ID, and create your own session here.
  return pid;
}`;
}
