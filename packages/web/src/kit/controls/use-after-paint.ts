import { useEffect, useState } from 'preact/hooks';

/** False during the first paint, so that expensive content below the fold is drawn right after it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true), 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
