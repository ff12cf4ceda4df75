import { openWindow, type PidWindow } from '../popup/open-window.ts';
import { resultOf, type SignInResult } from './login-answer.ts';
import { forgetUnlessClosed, rememberLogin } from './login-memory.ts';
import { makePkce, randomText, takePkce, type Pkce } from './pkce.ts';

/** Options of `signInWithPid`. */
export interface SignInOptions {
  /** Public `client_id` of your app. */
  readonly clientId: string;
  /** Base URL of PID, for example https://pid.example, or http://localhost:4100 on your own machine. */
  readonly baseUrl: string;
  /** URL of your callback page, on a listed origin of your app or on loopback. Default: /pid-callback.html on your origin. */
  readonly redirectUri?: string;
  /**
   * What your game may read, separated by a space: `profile` (name, picture, bio, country, language), `balance` (balance and statement).
   * An empty string shares only the pid. Default: everything. The player sees the list, so ask only for what you use.
   */
  readonly scope?: string;
  /** `popup` (the default) opens a window. `redirect` navigates this page to PID and back; call `resumeSignIn` then. */
  readonly mode?: 'popup' | 'redirect';
  /** Aborts the sign-in and closes the window. */
  readonly signal?: AbortSignal;
}

interface Asking {
  readonly options: SignInOptions;
  readonly serviceOrigin: string;
  readonly state: string;
}

/**
 * Opens the sign-in and resolves with its result. Call it in the click handler, before any `await`, because browsers allow popups only
 * there. If popups are blocked, it opens a tab. If tabs are blocked too, the current page goes to PID and returns (see `resumeSignIn`).
 * Rejects with a `PidError` if the sign-in does not finish.
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
  const answer = await forgetUnlessClosed(
    state,
    popup.answer({ type: 'pid:login', state }, asking.serviceOrigin, { signal: options.signal }),
  );
  return resultOf(answer, { clientId, codeVerifier });
}

/** Navigates this page to PID. The callback page continues, so this promise never settles. */
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
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    // PID's page then says when it leaves for a page that may be isolated.
    ...(responseMode === 'web_message' ? { tell_opener: '1' } : {}),
  });
  return `${serviceOrigin}/authorize?${query.toString()}`;
}
