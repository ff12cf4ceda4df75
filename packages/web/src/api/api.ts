import { randomFraction } from '../platform/ids.ts';
import { sleep } from '../platform/sleep.ts';
import { leaveForSignIn } from '../session/session.ts';
import { createApi } from './create-api.ts';

export const api = createApi({
  fetch: (input, init) => fetch(input, init),
  sleep,
  randomFraction,
  onSignedOut: leaveForSignIn,
});
