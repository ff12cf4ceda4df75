import { signal } from '../platform/signal.ts';
import { useEffect } from 'preact/hooks';
import { Notice } from './notice.tsx';
import type { NoticeTone } from './notice.tsx';

interface ToastEntry {
  readonly number: number;
  readonly tone: NoticeTone;
  readonly message: string;
}

const SHOWN_MILLISECONDS = 5_000;
const entries = signal<readonly ToastEntry[]>([]);
let lastNumber = 0;

export function showToast(message: string, tone: NoticeTone = 'good'): void {
  lastNumber += 1;
  entries.value = [...entries.value.slice(-2), { number: lastNumber, tone, message }];
}

function Toast({ entry }: { entry: ToastEntry }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      entries.value = entries.value.filter(({ number }) => number !== entry.number);
    }, SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [entry.number]);
  return (
    <div class="animate-rise">
      <Notice tone={entry.tone}>{entry.message}</Notice>
    </div>
  );
}

/** Mounted once. The live region must exist before the first message, otherwise screen readers miss it. */
export function ToastRegion() {
  return (
    <div
      class="pointer-events-none fixed inset-x-4 bottom-20 z-20 mx-auto grid max-w-sm gap-2 lg:bottom-6"
      role="status"
      aria-live="polite"
    >
      {entries.value.map((entry) => (
        <Toast key={entry.number} entry={entry} />
      ))}
    </div>
  );
}
