import { randomFraction } from '../platform/ids.ts';
import { loadErrorTexts } from '../i18n/error-texts.ts';
import { sleep } from '../platform/clock.ts';
import { createApi } from './create-api.ts';
import type { ApiHooks } from './create-api.ts';
import { createFirstAnswers } from './first-answers.ts';

const firstAnswers = createFirstAnswers({
  read: () => document.getElementById('first-answers')?.textContent ?? null,
  ageMilliseconds: () => performance.now(),
});

let hooks: ApiHooks | null = null;

/** Set once, before the first page: hooks for calls that need more than a data response. */
export function connectApi(given: ApiHooks): void {
  hooks = given;
}

export const api = createApi({
  fetch: async (input, init) => firstAnswers.take(init.method ?? 'GET', input) ?? fetch(input, init),
  sleep,
  randomFraction,
  prepareWords: loadErrorTexts,
  onSignedOut: () => hooks?.onSignedOut(),
  confirm: async (call) => (hooks ? hooks.confirm(call) : null),
  onFreshSignInWanted: (call) => hooks?.onFreshSignInWanted(call),
});
