import type { ComponentType } from 'preact';
import { useCommon } from '../i18n/locale.ts';
import type { CommonText } from '../i18n/common.en.ts';
import { PAGE_PATHS } from '../router/page-paths.ts';
import type { PageName } from '../router/page-paths.ts';
import { HomeIcon } from '../ui/icons.tsx';

interface NavigationEntry {
  readonly page: PageName;
  readonly label: (text: CommonText) => string;
  readonly Icon: ComponentType<{ class?: string }>;
}

/** What a signed-in person finds, in this order; at most five fit on a phone. */
const ENTRIES: readonly NavigationEntry[] = [
  { page: 'home', label: (text) => text.nav.home, Icon: HomeIcon },
];

/** A bar at the thumb on phones, a column on wide screens: one list, moved by CSS alone. */
export function AccountNavigation({ current }: { current: PageName }) {
  const common = useCommon();
  if (ENTRIES.length < 2) return null;
  return (
    <nav
      aria-label={common.accountNavigation}
      class="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:sticky lg:top-6 lg:self-start lg:border-0 lg:bg-transparent"
    >
      <ul class="mx-auto flex max-w-xl lg:flex-col lg:gap-1">
        {ENTRIES.map(({ page, label, Icon }) => (
          <li key={page} class="flex-1">
            <a
              href={PAGE_PATHS[page]}
              aria-current={page === current ? 'page' : undefined}
              class="flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted aria-[current]:text-brand lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-md lg:px-3 lg:text-base lg:hover:bg-sunken lg:aria-[current]:bg-brand-soft"
            >
              <Icon />
              {label(common)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
