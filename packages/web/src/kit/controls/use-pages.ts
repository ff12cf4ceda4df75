import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { ListPage } from '../api/types.ts';
import { useAction } from './use-action.ts';
import { useLoad } from './use-load.ts';

export interface Pages<T> {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  readonly items: readonly T[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly showMore: () => Promise<void>;
  readonly reload: () => void;
}

/** A list that grows by its cursor. `path` may carry a query of its own. */
export function usePages<T>(path: string, limit = 20): Pages<T> {
  const [more, setMore] = useState<{ path: string; items: readonly T[]; cursor: string | null } | null>(null);
  const address = (cursor: string | null) => {
    const separator = path.includes('?') ? '&' : '?';
    const suffix = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return `${path}${separator}limit=${limit}${suffix}`;
  };
  const first = useLoad(path, (signal) => api.get<ListPage<T>>(address(null), { signal }));
  const grown = more?.path === path ? more : null;
  const nextCursor = grown ? grown.cursor : first.state === 'ready' ? first.value.nextCursor : null;
  const next = useAction(async () => {
    const page = await api.get<ListPage<T>>(address(nextCursor));
    setMore({ path, items: [...(grown?.items ?? []), ...page.items], cursor: page.nextCursor });
  });
  return {
    state: first.state,
    error: first.state === 'failed' ? first.error : next.error,
    items: first.state === 'ready' ? [...first.value.items, ...(grown?.items ?? [])] : [],
    hasMore: nextCursor !== null,
    busy: next.busy,
    showMore: next.run,
    reload: () => {
      setMore(null);
      first.reload();
    },
  };
}
