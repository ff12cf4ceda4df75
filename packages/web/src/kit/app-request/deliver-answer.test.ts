import { describe, expect, it } from 'vitest';
import { deliverAnswer } from './deliver-answer.ts';
import type { DeliveryWindow } from './deliver-answer.ts';

const ALLOWED = { redirectTo: 'https://game.example/in?pid_code=c0de&state=s1', pidCode: 'c0de' };
const DENIED = { redirectTo: 'https://game.example/in?error=access_denied&state=s1' };
const POPUP = { responseMode: 'web_message', origin: 'https://game.example', state: 's1' } as const;

function fakeWindow(opener: 'open' | 'closed' | 'none') {
  const posted: unknown[] = [];
  const left: string[] = [];
  let closed = 0;
  const window: DeliveryWindow = {
    opener:
      opener === 'none'
        ? null
        : { closed: opener === 'closed', postMessage: (...args: unknown[]) => void posted.push(args) },
    location: { replace: (url) => void left.push(String(url)) },
    close: () => void (closed += 1),
  };
  return { window, posted, left, closed: () => closed };
}

describe('deliverAnswer', () => {
  it('posts the code to the exact origin and closes, without a redirect', () => {
    const { window, posted, left, closed } = fakeWindow('open');
    expect(deliverAnswer(window, ALLOWED, POPUP)).toBe('posted');
    expect(posted).toEqual([[{ type: 'pid:login', pid_code: 'c0de', state: 's1' }, 'https://game.example']]);
    expect(left).toEqual([]);
    expect(closed()).toBe(1);
  });

  it('posts a denial as access_denied and omits a missing state', () => {
    const { window, posted } = fakeWindow('open');
    deliverAnswer(window, DENIED, { ...POPUP, state: null });
    expect(posted).toEqual([[{ type: 'pid:login', error: 'access_denied' }, 'https://game.example']]);
  });

  it.each(['none', 'closed'] as const)('redirects when the opener is %s', (opener) => {
    const { window, posted, left, closed } = fakeWindow(opener);
    expect(deliverAnswer(window, ALLOWED, POPUP)).toBe('redirected');
    expect(posted).toEqual([]);
    expect(left).toEqual([ALLOWED.redirectTo]);
    expect(closed()).toBe(0);
  });

  it('never posts when the app requested a redirect', () => {
    const { window, posted, left } = fakeWindow('open');
    deliverAnswer(window, ALLOWED, { ...POPUP, responseMode: 'query' });
    expect([posted, left]).toEqual([[], [ALLOWED.redirectTo]]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://a.example/1', 'file:///etc/passwd'])(
    'refuses to redirect to %s',
    (redirectTo) => {
      const { window } = fakeWindow('none');
      expect(() => deliverAnswer(window, { redirectTo }, POPUP)).toThrow('not of the web');
    },
  );

  it('redirects to the custom scheme of an app on the phone', () => {
    const { window, left } = fakeWindow('none');
    deliverAnswer(window, { redirectTo: 'com.example.game:/cb?code=1' }, POPUP);
    expect(left).toEqual(['com.example.game:/cb?code=1']);
  });
});
