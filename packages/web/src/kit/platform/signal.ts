import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that the whole page shows, such as the language. */
export interface Signal<T> {
  value: T;
}

type Watcher = () => void;

const watchers = new Set<Watcher>();
let changes = 0;

export function signal<T>(first: T): Signal<T> {
  let current = first;
  return {
    get value() {
      return current;
    },
    set value(next) {
      if (Object.is(next, current)) return;
      current = next;
      changes += 1;
      for (const watcher of watchers) watcher();
    },
  };
}

/** Calls `watcher` after every change of any signal. Returns the function that ends this. */
export function watchSignals(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * Renders a component and everything below it again after a change. Only roots call it: there are few signals and they
 * change rarely, so finding out which component reads which of them costs more than it saves.
 */
export function useSignals(): void {
  const [, setSeen] = useState(changes);
  useLayoutEffect(() => {
    const renderAgain = () => setSeen(changes);
    renderAgain();
    return watchSignals(renderAgain);
  }, []);
}
