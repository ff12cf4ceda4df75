import { definePage } from './define-page.tsx';
import type { PageDefinition } from './define-page.tsx';
import type { PageName } from '../../kit/navigation/page-paths.ts';

/** The pages that visits usually begin with. The shell contains this list; every visit loads it. */
export const FIRST_PAGES = {
  landing: definePage(
    'public',
    () => import('../../features/identity/pages/landing/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/landing' }),
  ),
  signIn: definePage(
    'flow',
    () => import('../../features/identity/pages/signin/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/signin' }),
  ),
  claim: definePage(
    'flow',
    () => import('../../features/identity/pages/claim/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/claim' }),
  ),
  authorize: definePage(
    'flow',
    () => import('../../features/apps/pages/authorize/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/authorize' }),
  ),
  home: definePage(
    'account',
    () => import('../../features/home/pages/home/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/home/pages/home' }),
  ),
  money: definePage(
    'account',
    () => import('../../features/money/pages/money/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/money' }),
  ),
  send: definePage(
    'account',
    () => import('../../features/money/pages/send/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/send' }),
  ),
  topUp: definePage(
    'account',
    () => import('../../features/money/pages/top-up/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/top-up' }),
  ),
  pay: definePage(
    'flow',
    () => import('../../features/money/pages/pay/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/pay' }),
  ),
  receipt: definePage(
    'account',
    () => import('../../features/money/pages/receipt/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/receipt' }),
  ),
  games: definePage(
    'account',
    () => import('../../features/games/pages/games/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/games/pages/games' }),
  ),
  wallet: definePage(
    'account',
    () => import('../../features/wallet/pages/wallet/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/wallet/pages/wallet' }),
  ),
} satisfies Partial<Record<PageName, PageDefinition>>;
