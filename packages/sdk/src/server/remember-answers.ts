export interface RememberOptions {
  readonly seconds: number;
  readonly entriesMax: number;
  readonly now: () => number;
}

export interface RememberedAnswers<T> {
  /** Returns the cached response or calls `ask`. Concurrent calls share one response. Errors are not cached. */
  read(key: string, ask: () => Promise<T>): Promise<T>;
  forget(key: string): void;
}

export function rememberAnswers<T>({ seconds, entriesMax, now }: RememberOptions): RememberedAnswers<T> {
  const entries = new Map<string, { answer: Promise<T>; untilMillis: number }>();

  function keep(key: string, answer: Promise<T>): void {
    const entry = { answer, untilMillis: now() + seconds * 1000 };
    entries.delete(key);
    for (const oldest of entries.keys()) {
      if (entries.size < entriesMax) break;
      entries.delete(oldest);
    }
    entries.set(key, entry);
    answer.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
  }

  return {
    read(key, ask) {
      const known = entries.get(key);
      if (known && known.untilMillis > now()) return known.answer;
      const answer = ask();
      if (seconds > 0) keep(key, answer);
      return answer;
    },
    forget(key) {
      entries.delete(key);
    },
  };
}
