import { definePage } from './define-page.tsx';
import type { PageDefinition } from './define-page.tsx';
import type { PageName } from '../../kit/navigation/page-paths.ts';

const englishWords = () => import('./words.en.ts');
const indonesianWords = () => import('./words.id.ts');

export const COMMON_WORDS = {
  en: async () => (await englishWords()).common,
  id: async () => (await indonesianWords()).common,
};

export const PAGES: Record<PageName, PageDefinition> = {
  landing: definePage('public', () => import('../../features/identity/pages/landing/page.tsx'), {
    en: async () => ({ text: (await englishWords()).landing }),
    id: async () => ({ text: (await indonesianWords()).landing }),
  }),
  signIn: definePage('flow', () => import('../../features/identity/pages/signin/page.tsx'), {
    en: async () => ({ text: (await englishWords()).signIn }),
    id: async () => ({ text: (await indonesianWords()).signIn }),
  }),
  claim: definePage('flow', () => import('../../features/identity/pages/claim/page.tsx'), {
    en: async () => ({ text: (await englishWords()).claim }),
    id: async () => ({ text: (await indonesianWords()).claim }),
  }),
  authorize: definePage('flow', () => import('../../features/apps/pages/authorize/page.tsx'), {
    en: async () => ({ text: (await englishWords()).authorize }),
    id: async () => ({ text: (await indonesianWords()).authorize }),
  }),
  device: definePage('flow', () => import('../../features/apps/pages/device/page.tsx'), {
    en: () => import('../../features/apps/pages/device/text.en.ts'),
    id: () => import('../../features/apps/pages/device/text.id.ts'),
  }),
  logout: definePage('flow', () => import('../../features/apps/pages/logout/page.tsx'), {
    en: () => import('../../features/apps/pages/logout/text.en.ts'),
    id: () => import('../../features/apps/pages/logout/text.id.ts'),
  }),
  gameSession: definePage('flow', () => import('../../features/games/pages/game-session/page.tsx'), {
    en: () => import('../../features/games/pages/game-session/text.en.ts'),
    id: () => import('../../features/games/pages/game-session/text.id.ts'),
  }),
  grant: definePage('flow', () => import('../../features/permissions/pages/grant/page.tsx'), {
    en: () => import('../../features/permissions/pages/grant/text.en.ts'),
    id: () => import('../../features/permissions/pages/grant/text.id.ts'),
  }),
  help: definePage('public', () => import('../../features/identity/pages/help/page.tsx'), {
    en: () => import('../../features/identity/pages/help/text.en.ts'),
    id: () => import('../../features/identity/pages/help/text.id.ts'),
  }),
  person: definePage('public', () => import('../../features/identity/pages/person/page.tsx'), {
    en: () => import('../../features/identity/pages/person/text.en.ts'),
    id: () => import('../../features/identity/pages/person/text.id.ts'),
  }),
  developers: definePage('public', () => import('../../features/apps/pages/developers/page.tsx'), {
    en: () => import('../../features/apps/pages/developers/text.en.ts'),
    id: () => import('../../features/apps/pages/developers/text.id.ts'),
  }),
  home: definePage('account', () => import('../../features/identity/pages/home/page.tsx'), {
    en: async () => ({ text: (await englishWords()).home }),
    id: async () => ({ text: (await indonesianWords()).home }),
  }),
  money: definePage('account', () => import('../../features/money/pages/money/page.tsx'), {
    en: async () => ({ text: (await englishWords()).money }),
    id: async () => ({ text: (await indonesianWords()).money }),
  }),
  send: definePage('account', () => import('../../features/money/pages/send/page.tsx'), {
    en: () => import('../../features/money/pages/send/text.en.ts'),
    id: () => import('../../features/money/pages/send/text.id.ts'),
  }),
  topUp: definePage('account', () => import('../../features/money/pages/top-up/page.tsx'), {
    en: () => import('../../features/money/pages/top-up/text.en.ts'),
    id: () => import('../../features/money/pages/top-up/text.id.ts'),
  }),
  ask: definePage('account', () => import('../../features/money/pages/ask/page.tsx'), {
    en: () => import('../../features/money/pages/ask/text.en.ts'),
    id: () => import('../../features/money/pages/ask/text.id.ts'),
  }),
  pay: definePage('flow', () => import('../../features/money/pages/pay/page.tsx'), {
    en: () => import('../../features/money/pages/pay/text.en.ts'),
    id: () => import('../../features/money/pages/pay/text.id.ts'),
  }),
  payments: definePage('account', () => import('../../features/money/pages/payments/page.tsx'), {
    en: () => import('../../features/money/pages/payments/text.en.ts'),
    id: () => import('../../features/money/pages/payments/text.id.ts'),
  }),
  receipt: definePage('account', () => import('../../features/money/pages/receipt/page.tsx'), {
    en: () => import('../../features/money/pages/receipt/text.en.ts'),
    id: () => import('../../features/money/pages/receipt/text.id.ts'),
  }),
  security: definePage('account', () => import('../../features/security/pages/security/page.tsx'), {
    en: () => import('../../features/security/pages/security/text.en.ts'),
    id: () => import('../../features/security/pages/security/text.id.ts'),
  }),
  notices: definePage('account', () => import('../../features/security/pages/notices/page.tsx'), {
    en: () => import('../../features/security/pages/notices/text.en.ts'),
    id: () => import('../../features/security/pages/notices/text.id.ts'),
  }),
  notMe: definePage('flow', () => import('../../features/security/pages/not-me/page.tsx'), {
    en: () => import('../../features/security/pages/not-me/text.en.ts'),
    id: () => import('../../features/security/pages/not-me/text.id.ts'),
  }),
  freeze: definePage('account', () => import('../../features/security/pages/freeze/page.tsx'), {
    en: () => import('../../features/security/pages/freeze/text.en.ts'),
    id: () => import('../../features/security/pages/freeze/text.id.ts'),
  }),
  recovery: definePage('account', () => import('../../features/recovery/pages/recovery/page.tsx'), {
    en: () => import('../../features/recovery/pages/recovery/text.en.ts'),
    id: () => import('../../features/recovery/pages/recovery/text.id.ts'),
  }),
  guardians: definePage('account', () => import('../../features/recovery/pages/guardians/page.tsx'), {
    en: () => import('../../features/recovery/pages/guardians/text.en.ts'),
    id: () => import('../../features/recovery/pages/guardians/text.id.ts'),
  }),
  profile: definePage('account', () => import('../../features/identity/pages/profile/page.tsx'), {
    en: () => import('../../features/identity/pages/profile/text.en.ts'),
    id: () => import('../../features/identity/pages/profile/text.id.ts'),
  }),
  connected: definePage('account', () => import('../../features/apps/pages/connected/page.tsx'), {
    en: () => import('../../features/apps/pages/connected/text.en.ts'),
    id: () => import('../../features/apps/pages/connected/text.id.ts'),
  }),
  wallet: definePage('account', () => import('../../features/wallet/pages/wallet/page.tsx'), {
    en: () => import('../../features/wallet/pages/wallet/text.en.ts'),
    id: () => import('../../features/wallet/pages/wallet/text.id.ts'),
  }),
  gameSessions: definePage('account', () => import('../../features/games/pages/game-sessions/page.tsx'), {
    en: () => import('../../features/games/pages/game-sessions/text.en.ts'),
    id: () => import('../../features/games/pages/game-sessions/text.id.ts'),
  }),
  permissions: definePage('account', () => import('../../features/permissions/pages/permissions/page.tsx'), {
    en: () => import('../../features/permissions/pages/permissions/text.en.ts'),
    id: () => import('../../features/permissions/pages/permissions/text.id.ts'),
  }),
  apps: definePage('account', () => import('../../features/apps/pages/apps/page.tsx'), {
    en: () => import('../../features/apps/pages/apps/text.en.ts'),
    id: () => import('../../features/apps/pages/apps/text.id.ts'),
  }),
  newApp: definePage('account', () => import('../../features/apps/pages/new-app/page.tsx'), {
    en: () => import('../../features/apps/pages/new-app/text.en.ts'),
    id: () => import('../../features/apps/pages/new-app/text.id.ts'),
  }),
  tryLogin: definePage('flow', () => import('../../features/apps/pages/try-login/page.tsx'), {
    en: () => import('../../features/apps/pages/try-login/text.en.ts'),
    id: () => import('../../features/apps/pages/try-login/text.id.ts'),
  }),
  app: definePage('account', () => import('../../features/apps/pages/app/page.tsx'), {
    en: () => import('../../features/apps/pages/app/text.en.ts'),
    id: () => import('../../features/apps/pages/app/text.id.ts'),
  }),
  appPayments: definePage('account', () => import('../../features/apps/pages/app-payments/page.tsx'), {
    en: () => import('../../features/apps/pages/app-payments/text.en.ts'),
    id: () => import('../../features/apps/pages/app-payments/text.id.ts'),
  }),
  admin: definePage('account', () => import('../../features/admin/pages/admin/page.tsx'), {
    en: () => import('../../features/admin/pages/admin/text.en.ts'),
    id: () => import('../../features/admin/pages/admin/text.id.ts'),
  }),
  notFound: definePage('public', () => import('../not-found/page.tsx'), {
    en: () => import('../not-found/text.en.ts'),
    id: () => import('../not-found/text.id.ts'),
  }),
};
