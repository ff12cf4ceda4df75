import { openWindow, type PidWindow } from '../popup/open-window.ts';
import { resultOf, type SignInResult } from './login-answer.ts';
import { forgetLogin, rememberLogin } from './login-memory.ts';
import { makePkce, randomText, takePkce, type Pkce } from './pkce.ts';

export interface SignInOptions {
  /** The public id of your app. */
  readonly clientId: string;
  /** Where PID runs, such as https://pid.example; on your own machine http://localhost:4100. */
  readonly baseUrl: string;
  /** Your callback page, on an origin that your app has listed. Left out it is /pid-callback.html of your origin. */
  readonly redirectUri?: string;
  /** `popup` leaves your page where it is; `redirect` leaves it and comes back, to `resumeSignIn`. */
  readonly mode?: 'popup' | 'redirect';
  readonly signal?: AbortSignal;
}

interface Asking {
  readonly options: SignInOptions;
  readonly serviceOrigin: string;
  readonly state: string;
}

/**
 * Opens the sign-in and waits for its answer. Call it in the click's own handler, before any `await`: browsers open windows
 * only there. Where popups are blocked it opens a tab; where tabs are blocked too, the whole page goes to PID and comes back (see
 * `resumeSignIn`).
 */
export function signInWithPid(options: SignInOptions): Promise<SignInResult> {
  const asking = { options, serviceOrigin: new URL(options.baseUrl).origin, state: randomText(16) };
  const pair = takePkce();
  if (options.mode === 'redirect') return leave(asking, pair);
  const popup = openWindow('pid-login', pair ? addressOf(asking, pair, 'web_message') : undefined);
  return popup ? follow(asking, popup, pair) : leave(asking, pair);
}

async function follow(asking: Asking, popup: PidWindow, prepared: Pkce | null): Promise<SignInResult> {
  const pair = prepared ?? (await makePkce());
  const { options, state } = asking;
  const { clientId } = options;
  const { codeVerifier } = pair;
  rememberLogin(state, { mode: 'popup', clientId, codeVerifier, returnTo: location.href });
  if (!prepared) popup.goTo(addressOf(asking, pair, 'web_message'));
  try {
    const answer = await popup.answer({ type: 'pid:login', state }, asking.serviceOrigin, options.signal);
    return resultOf(answer, { clientId, codeVerifier });
  } finally {
    forgetLogin(state);
  }
}

/** The whole page goes. What follows happens on the callback page, so this promise never settles. */
async function leave(asking: Asking, prepared: Pkce | null): Promise<SignInResult> {
  const pair = prepared ?? (await makePkce());
  rememberLogin(asking.state, {
    mode: 'redirect',
    clientId: asking.options.clientId,
    codeVerifier: pair.codeVerifier,
    returnTo: location.href,
  });
  location.assign(addressOf(asking, pair, 'query'));
  return new Promise(() => {});
}

function addressOf(
  { options, serviceOrigin, state }: Asking,
  pair: Pkce,
  responseMode: 'web_message' | 'query',
): string {
  const query = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: new URL(options.redirectUri ?? '/pid-callback.html', location.href).href,
    response_mode: responseMode,
    state,
    code_challenge: pair.codeChallenge,
    code_challenge_method: 'S256',
  });
  return `${serviceOrigin}/authorize?${query.toString()}`;
}
