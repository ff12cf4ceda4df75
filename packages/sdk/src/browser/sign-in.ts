import { awaitAnswer } from './await-answer.ts';
import { resultOf, type SignInResult } from './login-answer.ts';
import { forgetLogin, rememberLogin } from './login-memory.ts';
import { makePkce, randomText, takePkce, type Pkce } from './pkce.ts';
import { SignInError } from './sign-in-error.ts';

export interface SignInOptions {
  /** The public id of your app. */
  readonly clientId: string;
  /** Where PID runs. Left out on your own machine it is http://localhost:4100. */
  readonly baseUrl?: string;
  /** Your callback page, on an origin that your app has listed. Left out it is /pid-callback.html of your origin. */
  readonly redirectUri?: string;
  /** `popup` leaves your page where it is; `redirect` leaves it and comes back, to `resumeSignIn`. */
  readonly mode?: 'popup' | 'redirect';
  readonly signal?: AbortSignal;
}

const popupName = 'pid-login';
const [popupWidth, popupHeight] = [460, 700];
const localService = 'http://localhost:4100';

interface Asking {
  readonly options: SignInOptions;
  readonly serviceOrigin: string;
  readonly state: string;
}

let running: AbortController | null = null;

/**
 * Opens the sign-in and waits for its answer. Call it in the click's own handler, before any `await`: browsers open windows
 * only there. Where the window is blocked all the same, the whole page goes to PID and comes back (see `resumeSignIn`).
 */
export function signInWithPid(options: SignInOptions): Promise<SignInResult> {
  const asking = {
    options,
    serviceOrigin: new URL(options.baseUrl ?? defaultService()).origin,
    state: randomText(16),
  };
  running?.abort(new SignInError('superseded'));
  if (options.mode === 'redirect') return leave(asking, takePkce());
  const pair = takePkce();
  const popup = window.open(
    pair ? addressOf(asking, pair, 'web_message') : 'about:blank',
    popupName,
    popupFeatures(),
  );
  if (!popup || popup.closed) return leave(asking, pair);
  running = new AbortController();
  return follow(asking, popup, pair, running);
}

async function follow(
  asking: Asking,
  popup: Window,
  prepared: Pkce | null,
  own: AbortController,
): Promise<SignInResult> {
  const pair = prepared ?? (await makePkce());
  const { options, state } = asking;
  rememberLogin(state, {
    mode: 'popup',
    clientId: options.clientId,
    codeVerifier: pair.codeVerifier,
    returnTo: location.href,
  });
  if (!prepared) popup.location.replace(addressOf(asking, pair, 'web_message'));
  try {
    const signals = options.signal ? [own.signal, options.signal] : [own.signal];
    return resultOf(await awaitAnswer({ popup, state, serviceOrigin: asking.serviceOrigin, signals }), {
      clientId: options.clientId,
      codeVerifier: pair.codeVerifier,
    });
  } finally {
    forgetLogin(state);
    if (running === own) running = null;
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

function defaultService(): string {
  if (['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)) return localService;
  throw new TypeError('signInWithPid needs `baseUrl`, the address of the PID service');
}

function popupFeatures(): string {
  const left = Math.round(screenX + (outerWidth - popupWidth) / 2);
  const top = Math.round(screenY + (outerHeight - popupHeight) / 3);
  return `popup,width=${popupWidth},height=${popupHeight},left=${left},top=${Math.max(0, top)}`;
}
