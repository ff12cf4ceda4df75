import type { PermissionSummary, PermissionTerm } from '@pid/contract';
import { CheckIcon, WarningIcon } from '../../../kit/controls/icons.tsx';
import { sayTerms } from './say-terms.ts';
import type { PermissionText } from './text.en.ts';

const ADDRESS = /(0x[0-9a-fA-F]{8,})/u;

/** Addresses are shown in full and in monospace, so that players can compare them. */
function Line({ children: line }: { children: string }) {
  return (
    <span class="min-w-0">
      {line.split(ADDRESS).map((part, index) =>
        index % 2 === 1 ? (
          <code key={index} class="text-xs break-all text-muted">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </span>
  );
}

function Section({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div class="grid gap-1.5">
      <p class="font-semibold">{title}</p>
      <ul class="grid gap-1.5">
        {lines.map((line) => (
          <li key={line} class="flex gap-2">
            <CheckIcon class="mt-0.5 size-4 text-good" />
            <Line>{line}</Line>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Shows everything that a permission allows: calls, limits, times, and the risks that limits do not cover.
 */
export function PermissionTerms({ text, summary }: { text: PermissionText; summary: PermissionSummary }) {
  const say = (part: PermissionTerm['part']) => sayTerms(text, summary, part);
  return (
    <div class="grid grid-cols-1 gap-4 text-sm">
      <p>
        <Line>{say('chain').join(' ')}</Line>
      </p>
      <Section title={text.allows} lines={say('calls')} />
      <Section title={text.limits} lines={say('limits')} />
      <Section title={text.times} lines={say('times')} />
      <div class="grid gap-2 rounded-md border border-warn/40 bg-warn-soft p-4">
        <p class="flex gap-2 font-semibold text-warn">
          <WarningIcon class="mt-0.5 size-4" />
          {text.warnings}
        </p>
        <ul class="grid list-disc gap-1.5 pl-5">
          {say('warnings').map((line) => (
            <li key={line}>
              <Line>{line}</Line>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
