import { useCommon } from '../../../../kit/i18n/locale.ts';
import { CheckIcon, CrossIcon } from '../../../../kit/controls/icons.tsx';

/** What an app may read, what it may not, and for how long. Our own login reads everything that an app can. */
export function SharedList({ scopes }: { scopes: readonly string[] }) {
  const { login } = useCommon();
  const [name, profile, money] = login.shared;
  const isAll = scopes.includes('read');
  const lines = [
    { line: name, isShared: true },
    { line: profile, isShared: isAll || scopes.includes('profile') },
    { line: money, isShared: isAll },
  ];
  const withheld = [...lines.filter(({ isShared }) => !isShared).map(({ line }) => line), ...login.withheld];
  return (
    <div class="grid gap-3 text-sm">
      <p class="font-semibold">{login.sharedTitle}</p>
      <ul class="grid gap-1.5">
        {lines
          .filter(({ isShared }) => isShared)
          .map(({ line }) => (
            <li key={line} class="flex gap-2">
              <CheckIcon class="mt-0.5 size-4 text-good" />
              <span>{line}</span>
            </li>
          ))}
        {withheld.map((line) => (
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
