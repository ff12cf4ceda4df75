import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { askLogin, decideLogin, responseModeOf } from '../../../../kit/app-request/ask-login.ts';
import { deliverAnswer, useDelivery } from '../../../../kit/app-request/deliver-answer.ts';

export interface LoginOnTheWay {
  /** The game's name; null while it loads and if its request is invalid. */
  readonly name: string | null;
  readonly isAsking: boolean;
  /** Tells the game that the player cancelled. */
  readonly cancel: () => Promise<void>;
  readonly busy: boolean;
  readonly error: unknown;
  /** True if the result was delivered but the window is still open. */
  readonly isDelivered: boolean;
}

/** Returns the game whose login a sign-in returns to; null if it returns elsewhere. */
export function useLoginOnTheWay(returnTo: string): LoginOnTheWay | null {
  const query = queryOf(returnTo);
  const delivery = useDelivery(deliverAnswer);
  const asked = useLoad(returnTo, async (signal) =>
    query === null ? null : askLogin(query, signal).catch(() => null),
  );
  const login = asked.state === 'ready' ? asked.value : null;
  const cancel = useAction(async () => {
    if (query === null || login === null) return;
    delivery.deliver(await decideLogin(query, 'deny'), {
      responseMode: responseModeOf(query),
      origin: login.origin,
      state: query.get('state'),
    });
  });
  if (query === null) return null;
  return {
    name: login?.app.name ?? null,
    isAsking: asked.state === 'loading',
    cancel: () => cancel.run(),
    busy: cancel.busy || delivery.state === 'under-way',
    error: cancel.error,
    isDelivered: delivery.state === 'still-open',
  };
}

function queryOf(returnTo: string): URLSearchParams | null {
  const { pathname, searchParams } = new URL(returnTo, location.origin);
  return pathname === PAGE_PATHS.authorize ? searchParams : null;
}
