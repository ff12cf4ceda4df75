import type { OwnedApp } from '../../../kit/api/shapes.ts';

export interface SnippetInput {
  /** The address of PID. */
  readonly base: string;
  readonly clientId: string;
  /** The address where the game receives the result. */
  readonly address: string;
}

/** A registered address, an address on the app's first origin, or one on the developer's machine. */
export function returnAddressOf(app: Pick<OwnedApp, 'origins' | 'redirectUris'>): string {
  const exact = app.redirectUris.find((uri) => uri.startsWith('https://'));
  return exact ?? `${app.origins[0] ?? 'http://localhost:3000'}/signed-in`;
}

/** A link is enough to start: the result comes back as query parameters. */
function loginLink({ base, clientId, address }: SnippetInput): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: address,
    state: 'RANDOM_PER_LOGIN',
  });
  return `${base}/authorize?${query.toString()}`;
}

export function linkSnippet(input: SnippetInput): string {
  return `<a href="${loginLink(input).replaceAll('&', '&amp;')}">Sign in with PID</a>`;
}

export function exchangeSnippet({ base, clientId }: SnippetInput): string {
  return `// GET /signed-in?pid_code=…&state=… on your server
if (url.searchParams.get('state') !== session.state) throw new Error('This login was not started here');

const answer = await fetch('${base}/v1/auth/exchange', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    client_id: '${clientId}',
    client_secret: process.env.PID_CLIENT_SECRET,
    code: url.searchParams.get('pid_code'),
  }),
});
if (!answer.ok) throw new Error('The login was not completed');
const { pid, profile, accessToken } = await answer.json();
// pid is permanent: use it as your player ID.`;
}
