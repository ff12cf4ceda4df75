import { useCommon } from '../i18n/locale.ts';
import { CheckIcon, CrossIcon } from './icons.tsx';
import { Spinner } from './spinner.tsx';

export type StepState = 'done' | 'current' | 'waiting' | 'failed';

export interface Step {
  readonly label: string;
  readonly state: StepState;
  readonly detail?: string;
}

const MARKS: Record<StepState, string> = {
  done: 'bg-good text-surface',
  current: 'bg-brand-soft text-brand',
  waiting: 'bg-sunken text-muted',
  failed: 'bg-bad text-surface',
};

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === 'done') return <CheckIcon class="size-4" />;
  if (state === 'failed') return <CrossIcon class="size-4" />;
  return state === 'current' ? <Spinner class="size-4" /> : <span aria-hidden="true">{number}</span>;
}

/** Shows the progress of a long action and announces each new step. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const common = useCommon();
  const position = steps.findIndex(({ state }) => state === 'current' || state === 'failed');
  const active = steps[position];
  return (
    <div>
      <p class="sr-only" role="status">
        {active && `${common.steps(position + 1, steps.length)}: ${active.label}`}
      </p>
      <ol class="grid gap-3">
        {steps.map(({ label, state, detail }, index) => (
          <li key={label} class="flex gap-3" aria-current={state === 'current' ? 'step' : undefined}>
            <span
              class={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-bold ${MARKS[state]}`}
            >
              <Mark state={state} number={index + 1} />
            </span>
            <div class="min-w-0">
              <p class={state === 'waiting' ? 'text-muted' : 'font-semibold'}>{label}</p>
              {detail && <p class="text-sm break-words text-muted">{detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
