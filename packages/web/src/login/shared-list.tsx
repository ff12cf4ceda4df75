import { useCommon } from '../i18n/locale.ts';
import { CheckIcon, CrossIcon } from '../ui/icons.tsx';

/** What an app may read, what it may not, and for how long. */
export function SharedList() {
  const { login } = useCommon();
  return (
    <div class="grid gap-3 text-sm">
      <p class="font-semibold">{login.sharedTitle}</p>
      <ul class="grid gap-1.5">
        {login.shared.map((line) => (
          <li key={line} class="flex gap-2">
            <CheckIcon class="mt-0.5 size-4 text-good" />
            <span>{line}</span>
          </li>
        ))}
        {login.withheld.map((line) => (
          <li key={line} class="flex gap-2 text-muted">
            <CrossIcon class="mt-0.5 size-4" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <p class="text-muted">{login.duration}</p>
    </div>
  );
}
