/**
 * Lets callers share a read without getting a result older than their call. A call joins the next read, never
 * the current one, which may have missed a change that the caller knows of. At most one read runs at a time.
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
