import type { Clock } from '../platform/clock.ts';

/** Where progress is shown: standard error, because standard output is the result. */
export interface ProgressPlace {
  readonly isTerminal: boolean;
  write(text: string): void;
}

export interface Progress {
  /** `done` is the number so far. */
  advance(done: number): void;
  /** Removes the bar. Call it before anything else is written to the same terminal. */
  end(): void;
}

const barWidth = 24;
const redrawMillis = 200;
/** A log or a pipe gets a line now and then. */
const lineMillis = 15_000;
const clearLine = '\r\u001B[K';

/**
 * Shows how much of `total` is done and how long the rest takes at the same pace: as a bar on a terminal, as
 * plain lines elsewhere.
 */
export function openProgress(
  place: ProgressPlace | undefined,
  clock: Clock,
  { what, total }: { readonly what: string; readonly total: number },
): Progress {
  const began = clock.nowMillis();
  let shownMillis = place?.isTerminal ? Number.NEGATIVE_INFINITY : began;
  let isDrawn = false;
  return {
    advance(done) {
      const now = clock.nowMillis();
      if (!place || now - shownMillis < (place.isTerminal ? redrawMillis : lineMillis)) return;
      shownMillis = now;
      const share = total > 0 ? Math.min(done / total, 1) : 1;
      const left = share > 0 ? ((now - began) / share) * (1 - share) : null;
      const text = `${Math.floor(share * 100)} %  ${counted(done)} of ${counted(total)} ${what}${left === null ? '' : `, about ${spoken(left)} left`}`;
      const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.');
      place.write(place.isTerminal ? `${clearLine}[${bar}] ${text}` : `${text}\n`);
      isDrawn = place.isTerminal;
    },
    end() {
      if (isDrawn) place?.write(clearLine);
      isDrawn = false;
    },
  };
}

/** 1234567 as 1,234,567. */
export function counted(count: number | bigint): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

function spoken(millis: number): string {
  const seconds = Math.ceil(millis / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
