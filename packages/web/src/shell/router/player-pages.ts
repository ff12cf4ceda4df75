import { definePage } from './define-page.tsx';
import type { PageDefinition } from './define-page.tsx';
import type { PLAYER_PATHS } from '../../kit/navigation/page-paths.ts';

/** The pages of a signed-in player. The list is a separate file, which only visits to these pages load. */
export const PLAYER_PAGES: Record<keyof typeof PLAYER_PATHS, PageDefinition> = {
  ask: definePage(
    'account',
    () => import('../../features/money/pages/ask/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/ask' }),
  ),
  payments: definePage(
    'account',
    () => import('../../features/money/pages/payments/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/money/pages/payments' }),
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
  game: definePage(
    'account',
    () => import('../../features/games/pages/game/page.tsx'),
    import.meta.glob('./text.*.ts', { base: '../../features/games/pages/game' }),
  ),
};
