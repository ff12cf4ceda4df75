import { beforeEach, describe, expect, it, vi } from 'vitest';
import { greetOpener, informOpener } from './opener-link.ts';

const ORIGIN = 'https://game.example';
const asked = (more: Record<string, string> = {}) => new URLSearchParams({ state: 's1', ...more });
const INFORMED = asked({ tell_opener: '1' });

let posted: unknown[] = [];
let opener: { closed: boolean; postMessage: (...args: unknown[]) => void } | null;

beforeEach(() => {
  posted = [];
  opener = { closed: false, postMessage: (...args) => void posted.push(args) };
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('window', {
    get opener() {
      return opener;
    },
  });
});

describe('informOpener', () => {
  it('posts where the window is to the exact origin, with the state of the request', () => {
    greetOpener(INFORMED, ORIGIN);
    informOpener('away');
    expect(posted).toEqual([
      [{ type: 'pid:here', state: 's1' }, ORIGIN],
      [{ type: 'pid:away', state: 's1' }, ORIGIN],
    ]);
  });

  it.each([
    ['the opener did not ask', asked(), ORIGIN],
    ['the request has no state', new URLSearchParams({ tell_opener: '1' }), ORIGIN],
    ['the server named no origin', INFORMED, null],
  ])('posts nothing if %s, also after an earlier request that asked', (_case, query, origin) => {
    greetOpener(INFORMED, ORIGIN);
    posted = [];
    greetOpener(query, origin);
    informOpener('here');
    informOpener('away');
    expect(posted).toEqual([]);
  });

  it('posts nothing without an opener, or to a closed one', () => {
    greetOpener(INFORMED, ORIGIN);
    posted = [];
    opener!.closed = true;
    informOpener('here');
    opener = null;
    informOpener('here');
    expect(posted).toEqual([]);
  });
});
