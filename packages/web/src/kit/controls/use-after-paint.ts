import { useEffect, useState } from 'preact/hooks';

/** False for the first paint: what lies below the fold and is much to draw comes right after it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true), 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
