import { useEffect, useRef, useState } from 'preact/hooks';
import { formatDuration } from '../format/duration.ts';
import { useCommon } from '../i18n/locale.ts';
import { systemClock } from '../platform/clock.ts';

export interface CountdownProps {
  readonly until: string;
  readonly label: string;
  readonly onEnd?: () => void;
}

const WARNING_MILLISECONDS = 60_000;

/** Ticks visually. A screen reader announces only the start of the last minute and the end. */
export function Countdown({ until, label, onEnd }: CountdownProps) {
  const common = useCommon();
  const end = Date.parse(until);
  const [left, setLeft] = useState(() => end - systemClock.now());
  const finish = useRef(onEnd);
  finish.current = onEnd;
  useEffect(() => {
    let ended = false;
    const tick = () => {
      const remaining = end - systemClock.now();
      setLeft(remaining);
      if (remaining > 0 || ended) return;
      ended = true;
      clearInterval(timer);
      finish.current?.();
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [end]);
  const soon = left <= WARNING_MILLISECONDS;
  const announcement = left <= 0 ? common.timeUp : `${label}: ${formatDuration(WARNING_MILLISECONDS)}`;
  return (
    <span class={`inline-flex items-center gap-2 text-sm ${soon ? 'text-warn' : 'text-muted'}`}>
      {label}
      <span role="timer" aria-label={label} class="font-semibold tabular-nums">
        {formatDuration(left)}
      </span>
      <span class="sr-only" role="status">
        {soon ? announcement : ''}
      </span>
    </span>
  );
}
