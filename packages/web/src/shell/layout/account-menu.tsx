import type { ComponentType } from 'preact';
import { Dialog } from '../../kit/controls/dialog.tsx';
import type { CommonText } from '../../kit/i18n/common.en.ts';
import { useCommon } from '../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../kit/navigation/page-paths.ts';
import type { PageName } from '../../kit/navigation/page-paths.ts';

export interface NavigationEntry {
  readonly page: PageName;
  /** Pages below this entry. */
  readonly below?: readonly PageName[];
  readonly label: (text: CommonText) => string;
  /** The label in the bottom bar on phones, which has room for four and the menu with the others. */
  readonly phoneLabel?: (text: CommonText) => string;
  readonly Icon: ComponentType<{ class?: string }>;
}

export interface AccountMenuProps {
  readonly entries: readonly NavigationEntry[];
  readonly current: PageName;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function AccountMenu({ entries, current, open, onClose }: AccountMenuProps) {
  const common = useCommon();
  return (
    <Dialog open={open} title={common.nav.menu} onClose={onClose}>
      <ul class="-mx-2 grid grid-cols-2 gap-2">
        {entries.map(({ page, label, Icon }) => (
          <li key={page}>
            <a
              href={PAGE_PATHS[page]}
              aria-current={page === current ? 'page' : undefined}
              class="flex h-full min-h-20 flex-col justify-center gap-1.5 rounded-md bg-sunken p-3 font-semibold hover:bg-brand-soft aria-[current]:text-brand"
              onClick={onClose}
            >
              <Icon />
              {label(common)}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
