import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx';

export type NoticeTone = 'note' | 'good' | 'warn' | 'bad';

const TONES: Record<NoticeTone, string> = {
  note: 'border-note/40 bg-note-soft text-note',
  good: 'border-good/40 bg-good-soft text-good',
  warn: 'border-warn/40 bg-warn-soft text-warn',
  bad: 'border-bad/40 bg-bad-soft text-bad',
};

const ICONS = { note: InfoIcon, good: CheckIcon, warn: WarningIcon, bad: WarningIcon };

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title?: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
  /** Announced when it appears: errors immediately, other notices when the screen reader pauses. */
  readonly live?: boolean;
}

/**
 * Scrolls a new notice into view: it may appear below the edge of a phone or behind the bar that contains the
 * button.
 */
function useInSight(wanted: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView({ block: 'nearest' });
  }, [wanted]);
  return place;
}

export function Notice({ tone = 'note', title, children, action, live = false }: NoticeProps) {
  const Icon = ICONS[tone];
  const place = useInSight(live && (tone === 'bad' || tone === 'warn'));
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div
      ref={place}
      role={role}
      class={`flex scroll-mt-4 scroll-mb-32 gap-3 rounded-md border p-4 text-sm ${TONES[tone]}`}
    >
      <Icon />
      <div class="min-w-0 flex-1">
        {title && <p class="font-semibold">{title}</p>}
        <div class="text-ink">{children}</div>
        {action && <div class="mt-3">{action}</div>}
      </div>
    </div>
  );
}
