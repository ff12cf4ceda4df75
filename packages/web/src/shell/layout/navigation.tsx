import { useEffect, useState } from 'preact/hooks';
import { later } from '../../kit/controls/loading.tsx';
import { useCommon } from '../../kit/i18n/locale.ts';
import { asksAge, hasFamilies } from '../../kit/navigation/asks-age.ts';
import { isServed } from '../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../kit/navigation/page-paths.ts';
import type { PageName } from '../../kit/navigation/page-paths.ts';
import type { NavigationEntry } from './account-menu.tsx';
import { adminHint, familyHint } from '../../kit/session/session.ts';
import {
  CodeIcon,
  CoinsIcon,
  FamilyIcon,
  GamepadIcon,
  GavelIcon,
  HomeIcon,
  KeyIcon,
  LinkIcon,
  MenuIcon,
  PersonIcon,
  ShieldIcon,
  StampIcon,
  WalletIcon,
} from '../../kit/controls/icons.tsx';

/** The navigation of a signed-in player, in this order. */
const ENTRIES: readonly NavigationEntry[] = [
  { page: 'home', label: ({ nav }) => nav.home, phoneLabel: ({ nav }) => nav.home, Icon: HomeIcon },
  {
    page: 'games',
    below: ['game'],
    label: ({ nav }) => nav.games,
    phoneLabel: ({ nav }) => nav.games,
    Icon: GamepadIcon,
  },
  {
    page: 'money',
    below: ['send', 'topUp', 'ask', 'receipt'],
    label: ({ nav }) => nav.money,
    phoneLabel: ({ nav }) => nav.moneyShort,
    Icon: CoinsIcon,
  },
  {
    page: 'wallet',
    label: ({ nav }) => nav.wallet,
    phoneLabel: ({ nav }) => nav.walletShort,
    Icon: WalletIcon,
  },
  { page: 'profile', label: ({ nav }) => nav.profile, Icon: PersonIcon },
  { page: 'family', label: ({ nav }) => nav.family, Icon: FamilyIcon },
  { page: 'security', label: ({ nav }) => nav.security, Icon: ShieldIcon },
  { page: 'connected', label: ({ nav }) => nav.connected, Icon: LinkIcon },
  { page: 'gameSessions', label: ({ nav }) => nav.gameSessions, Icon: KeyIcon },
  { page: 'permissions', label: ({ nav }) => nav.permissions, Icon: StampIcon },
  { page: 'apps', below: ['newApp', 'app', 'tryLogin'], label: ({ nav }) => nav.apps, Icon: CodeIcon },
];

const ADMIN_ENTRY: NavigationEntry = { page: 'admin', label: ({ nav }) => nav.admin, Icon: GavelIcon };

const isOn = ({ page, below = [] }: NavigationEntry, current: PageName) =>
  page === current || below.includes(current);

/** The labels do not grow beyond the width of a phone, also with large text. */
const BAR_ITEM =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-[min(0.75rem,3.4vw)] font-semibold text-muted aria-[current]:text-brand';

function Entry({ entry, current }: { entry: NavigationEntry; current: PageName }) {
  const common = useCommon();
  const { page, label, phoneLabel, Icon } = entry;
  return (
    <li class={phoneLabel ? 'flex-1' : 'hidden flex-1 lg:block'}>
      <a
        href={PAGE_PATHS[page]}
        aria-current={isOn(entry, current) ? 'page' : undefined}
        class={`${BAR_ITEM} lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-md lg:px-3 lg:text-base lg:hover:bg-sunken lg:aria-[current]:bg-brand-soft`}
      >
        <Icon />
        {phoneLabel && <span class="lg:hidden">{phoneLabel(common)}</span>}
        <span class="hidden lg:inline">{label(common)}</span>
      </a>
    </li>
  );
}

/** Loads when it is first opened. */
const AccountMenu = later(0, async () => (await import('./account-menu.tsx')).AccountMenu);

/** On phones, the pages that the bottom bar has no room for. */
function Menu({ entries, current }: { entries: readonly NavigationEntry[]; current: PageName }) {
  const common = useCommon();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => setOpen(false), [current]);
  const shown = entries.filter(({ phoneLabel }) => !phoneLabel);
  const open = async () => {
    await AccountMenu.preload();
    setAsked(true);
    setOpen(true);
  };
  return (
    <li class="flex-1 lg:hidden">
      <button
        type="button"
        class={BAR_ITEM}
        aria-haspopup="dialog"
        aria-current={shown.some((entry) => isOn(entry, current)) ? 'true' : undefined}
        onClick={() => void open()}
      >
        <MenuIcon />
        {common.nav.menu}
      </button>
      {isAsked && (
        <AccountMenu entries={shown} current={current} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </li>
  );
}

/** A bottom bar on phones, a column on wide screens: one list, placed by CSS alone. */
export function AccountNavigation({ current }: { current: PageName }) {
  const common = useCommon();
  const showsFamily = asksAge || (hasFamilies && familyHint.value);
  const served = ENTRIES.filter(({ page }) => isServed(page) && (page !== 'family' || showsFamily));
  const entries = adminHint.value || current === 'admin' ? [...served, ADMIN_ENTRY] : served;
  return (
    <nav
      aria-label={common.accountNavigation}
      class="fixed inset-x-0 print:hidden bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:sticky lg:top-6 lg:w-52 lg:shrink-0 lg:self-start lg:border-0 lg:bg-transparent"
    >
      <ul class="mx-auto flex max-w-xl lg:flex-col lg:gap-1">
        {entries.map((entry) => (
          <Entry key={entry.page} entry={entry} current={current} />
        ))}
        <Menu entries={entries} current={current} />
      </ul>
    </nav>
  );
}
