import type { ComponentChildren } from 'preact';
import { CheckIcon, WarningIcon } from './icons.tsx';

export type BadgeTone = 'plain' | 'good' | 'warn' | 'bad' | 'note';

const TONES: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  note: 'bg-note-soft text-note',
};

export function Badge(props: {
  tone?: BadgeTone;
  check?: boolean;
  /** A warning also has an icon, because not everybody sees its colour. */
  warning?: boolean;
  children: ComponentChildren;
}) {
  const tone = props.warning ? 'warn' : (props.tone ?? 'plain');
  return (
    <span
      class={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold ${TONES[tone]}`}
    >
      {props.check && <CheckIcon class="size-3.5" />}
      {props.warning && <WarningIcon class="size-3.5" />}
      {props.children}
    </span>
  );
}
