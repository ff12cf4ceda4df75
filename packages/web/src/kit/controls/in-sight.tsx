import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Starts to load before it is seen, so that what follows it moves out of sight. */
const MARGIN = '300px';

/**
 * Shows its content once it is in sight, for parts below the first screen that have scripts or calls of their own. Until
 * then an empty place of this size takes its place.
 */
export function InSight({ class: size, children }: { class: string; children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? <>{children}</> : <div ref={place} class={size} data-unseen />;
}
