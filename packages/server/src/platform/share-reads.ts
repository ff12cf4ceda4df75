/**
 * Lets callers share a read without getting a result older than their call: a call joins the read that has not begun yet, never the
 * one under way, which may have missed what the caller knows of. At most one read runs at a time.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  function begin(): Promise<T> {
    next = null;
    const reading = read();
    underWay = reading;
    return reading;
  }

  return () => (next ??= underWay.then(begin, begin));
}
