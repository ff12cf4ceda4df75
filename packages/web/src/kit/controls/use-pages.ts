import { useState } from 'preact/hooks';
import { useAction } from './use-action.ts';
import { useLoad } from './loading.tsx';

export interface Pages<T> {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  readonly items: readonly T[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly showMore: () => Promise<void>;
  readonly reload: () => void;
}

/** One page of a list, newest first. The cursor is null when there are no more items. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list that loads further pages by cursor. `key` identifies the list. */
export function usePages<T>(
  key: string,
  load: (page: PageRequest, options: { signal?: AbortSignal }) => Promise<ListPage<T>>,
  limit = 20,
): Pages<T> {
  const [more, setMore] = useState<{ key: string; items: readonly T[]; cursor: string | null } | null>(null);
  const first = useLoad(key, (signal) => load({ limit }, { signal }));
  const grown = more?.key === key ? more : null;
  const nextCursor = grown ? grown.cursor : first.state === 'ready' ? first.value.nextCursor : null;
  const next = useAction(async () => {
    if (nextCursor === null) return;
    const page = await load({ limit, cursor: nextCursor }, {});
    setMore({ key, items: [...(grown?.items ?? []), ...page.items], cursor: page.nextCursor });
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
