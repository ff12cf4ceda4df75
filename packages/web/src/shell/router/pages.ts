import { definePage } from './define-page.tsx';
import type { PageDefinition } from './define-page.tsx';
import type { PageName, PLAYER_PATHS } from '../../kit/navigation/page-paths.ts';
import type { FIRST_PAGES } from './first-pages.ts';

type Elsewhere = keyof typeof FIRST_PAGES | keyof typeof PLAYER_PATHS;

/** All other pages. The list is a separate file, which only visits to these pages load. */
export const PAGES: Record<Exclude<PageName, Elsewhere>, PageDefinition> = {
  device: definePage(
    'flow',
    () => import('../../features/apps/pages/device/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/device' }),
  ),
  logout: definePage(
    'flow',
    () => import('../../features/apps/pages/logout/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/logout' }),
  ),
  gameSession: definePage(
    'flow',
    () => import('../../features/games/pages/game-session/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/games/pages/game-session' }),
  ),
  grant: definePage(
    'flow',
    () => import('../../features/permissions/pages/grant/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/permissions/pages/grant' }),
  ),
  lockedOut: definePage(
    'public',
    () => import('../../features/identity/pages/locked-out/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/locked-out' }),
  ),
  help: definePage(
    'public',
    () => import('../../features/identity/pages/help/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/help' }),
  ),
  transparency: definePage(
    'public',
    () => import('../../features/money/pages/transparency/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/transparency' }),
  ),
  person: definePage(
    'public',
    () => import('../../features/identity/pages/person/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/person' }),
  ),
  developers: definePage(
    'public',
    () => import('../../features/apps/pages/developers/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/developers' }),
  ),
  allow: definePage(
    'flow',
    () => import('../../features/money/pages/allow/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/allow' }),
  ),
  notMe: definePage(
    'flow',
    () => import('../../features/security/pages/not-me/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/security/pages/not-me' }),
  ),
  apps: definePage(
    'account',
    () => import('../../features/apps/pages/apps/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/apps' }),
  ),
  newApp: definePage(
    'account',
    () => import('../../features/apps/pages/new-app/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/new-app' }),
  ),
  tryLogin: definePage(
    'flow',
    () => import('../../features/apps/pages/try-login/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/try-login' }),
  ),
  app: definePage(
    'account',
    () => import('../../features/apps/pages/app/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/app' }),
  ),
  appPayments: definePage(
    'account',
    () => import('../../features/apps/pages/app-payments/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/app-payments' }),
  ),
  appItems: definePage(
    'account',
    () => import('../../features/apps/pages/app-items/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/app-items' }),
  ),
  appMembers: definePage(
    'account',
    () => import('../../features/apps/pages/app-members/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/app-members' }),
  ),
  admin: definePage(
    'account',
    () => import('../../features/admin/pages/admin/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/admin/pages/admin' }),
  ),
  notFound: definePage(
    'public',
    () => import('../not-found/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../not-found' }),
  ),
};
