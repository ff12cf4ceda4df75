import { randomFraction } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { sleep } from '../platform/sleep.ts';
import { tabStorage } from '../platform/storage.ts';
import { leaveForSignIn } from '../session/session.ts';
import { keepDeed } from '../step-up/kept-deed.ts';
import { createApi } from './create-api.ts';

export const api = createApi({
  fetch: (input, init) => fetch(input, init),
  sleep,
  randomFraction,
  onSignedOut: leaveForSignIn,
  // Loaded on use: most visits confirm nothing.
  confirm: async (call) => (await import('../step-up/ask-step-up.tsx')).askStepUp(call),
  onFreshSignInWanted: ({ method, path, body }) =>
    keepDeed(
      { storage: tabStorage, clock: systemClock },
      { method, path, body },
      `${location.pathname}${location.search}`,
    ),
});
