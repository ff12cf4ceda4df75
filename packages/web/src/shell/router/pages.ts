import { definePage } from './define-page.tsx';
import type { PageDefinition } from './define-page.tsx';
import type { PageName } from '../../kit/navigation/page-paths.ts';

export const PAGES: Record<PageName, PageDefinition> = {
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
  ask: definePage(
    'account',
    () => import('../../features/money/pages/ask/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/ask' }),
  ),
  pay: definePage(
    'flow',
    () => import('../../features/money/pages/pay/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/pay' }),
  ),
  allow: definePage(
    'flow',
    () => import('../../features/money/pages/allow/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/allow' }),
  ),
  payments: definePage(
    'account',
    () => import('../../features/money/pages/payments/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/payments' }),
  ),
  receipt: definePage(
    'account',
    () => import('../../features/money/pages/receipt/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/receipt' }),
  ),
  paymentReceipt: definePage(
    'account',
    () => import('../../features/money/pages/receipt/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/receipt' }),
  ),
  security: definePage(
    'account',
    () => import('../../features/security/pages/security/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/security/pages/security' }),
  ),
  notices: definePage(
    'account',
    () => import('../../features/security/pages/notices/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/security/pages/notices' }),
  ),
  notMe: definePage(
    'flow',
    () => import('../../features/security/pages/not-me/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/security/pages/not-me' }),
  ),
  freeze: definePage(
    'account',
    () => import('../../features/security/pages/freeze/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/security/pages/freeze' }),
  ),
  recovery: definePage(
    'account',
    () => import('../../features/recovery/pages/recovery/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/recovery/pages/recovery' }),
  ),
  guardians: definePage(
    'account',
    () => import('../../features/recovery/pages/guardians/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/recovery/pages/guardians' }),
  ),
  profile: definePage(
    'account',
    () => import('../../features/identity/pages/profile/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/identity/pages/profile' }),
  ),
  connected: definePage(
    'account',
    () => import('../../features/apps/pages/connected/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/apps/pages/connected' }),
  ),
  wallet: definePage(
    'account',
    () => import('../../features/wallet/pages/wallet/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/wallet/pages/wallet' }),
  ),
  gameSessions: definePage(
    'account',
    () => import('../../features/games/pages/game-sessions/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/games/pages/game-sessions' }),
  ),
  family: definePage(
    'account',
    () => import('../../features/family/pages/family/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/family/pages/family' }),
  ),
  permissions: definePage(
    'account',
    () => import('../../features/permissions/pages/permissions/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/permissions/pages/permissions' }),
  ),
  games: definePage(
    'account',
    () => import('../../features/games/pages/games/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/games/pages/games' }),
  ),
  game: definePage(
    'account',
    () => import('../../features/games/pages/game/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/games/pages/game' }),
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
