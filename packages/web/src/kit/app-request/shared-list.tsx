import type { ComponentChildren } from 'preact';
import { sharedFields, type SharedScope } from '@pid/contract/client';
import { useCommon } from '../i18n/locale.ts';
import { CheckIcon, CrossIcon } from '../controls/icons.tsx';

/** A list with a heading. The heading tells a screen reader what the marks show to others. */
function Lines(props: {
  title: string;
  look: string;
  lines: readonly string[];
  mark: () => ComponentChildren;
}) {
  return (
    <>
      <p class="font-semibold">{props.title}</p>
      <ul class={`grid gap-1.5 ${props.look}`}>
        {props.lines.map((line) => (
          <li key={line} class="flex gap-2">
            {props.mark()}
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const SCOPES = Object.keys(sharedFields) as SharedScope[];

/**
 * Lists the fields that an app may read, the fields that it may not read, and for how long. Our own login
 * (scope `read`) reads everything that an app can, except the age, which most apps never ask for.
 */
export function SharedList({ scopes }: { scopes: readonly string[] }) {
  const { login } = useCommon();
  const lines = SCOPES.map((scope) => ({
    line: login.sharedScopes[scope](sharedFields[scope].map((field) => login.sharedFields[field]).join(', ')),
    isShared: scope === 'any' || (scopes.includes('read') && scope !== 'age') || scopes.includes(scope),
    isListed: scope !== 'age' || scopes.includes('age'),
  })).filter(({ isListed }) => isListed);
  const shared = lines.filter(({ isShared }) => isShared).map(({ line }) => line);
  const withheld = lines.filter(({ isShared }) => !isShared).map(({ line }) => line);
  return (
    <div class="grid gap-3 text-sm">
      <Lines
        title={login.sharedTitle}
        look=""
        lines={shared}
        mark={() => <CheckIcon class="mt-0.5 size-4 text-good" />}
      />
      <Lines
        title={login.withheldTitle}
        look="text-muted"
        lines={[...withheld, ...login.withheld]}
        mark={() => <CrossIcon class="mt-0.5 size-4" />}
      />
      <p class="text-muted">{login.duration}</p>
    </div>
  );
}
