import { PidError, resumeSignIn, signInWithPid } from './pid-sdk.js';

const [greeting, signIn, signOut] = ['greeting', 'sign-in', 'sign-out'].map((id) =>
  document.getElementById(id),
);
const settings = await (await fetch('/settings')).json();
signIn.querySelector('img').src = `${settings.baseUrl}/buttons/1/sign-in-en-light.svg`;

// Call this in the click handler, before any await: browsers allow popups only there.
signIn.addEventListener('click', () => void attempt(signInWithPid({ ...settings, scope: 'profile' })));
signOut.addEventListener('click', () => void leave());

// If no popup could open, the whole page went to PID and has just come back with the result.
try {
  const resumed = resumeSignIn();
  if (resumed) await enter(resumed);
  else await recall();
} catch (error) {
  show(null, sentence(error));
}

async function attempt(signingIn) {
  try {
    await enter(await signingIn);
  } catch (error) {
    show(null, sentence(error));
  }
}

async function enter({ code, codeVerifier }) {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, codeVerifier }),
  });
  if (!response.ok) throw new Error((await response.json()).message);
  show(await response.json());
}

async function leave() {
  await fetch('/session', { method: 'DELETE' });
  show(null);
}

async function recall() {
  const response = await fetch('/session');
  show(response.ok ? await response.json() : null);
}

function show(player, message = 'Sign in to play.') {
  greeting.textContent = player ? `Welcome, ${player.profile.displayName ?? player.pid}!` : message;
  signIn.hidden = player !== null;
  signOut.hidden = player === null;
}

function sentence(error) {
  if (!(error instanceof PidError)) return `That did not work: ${error.message}`;
  return error.code === 'access_denied'
    ? 'You chose not to sign in.'
    : 'The sign-in did not finish. Try again.';
}
