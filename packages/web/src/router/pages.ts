import { definePage } from './define-page.tsx';
import type { PageDefinition } from './define-page.tsx';
import type { PageName } from './page-paths.ts';

export const PAGES: Record<PageName, PageDefinition> = {
  landing: definePage('public', () => import('../pages/landing/page.tsx'), {
    en: () => import('../pages/landing/text.en.ts'),
    id: () => import('../pages/landing/text.id.ts'),
  }),
  signIn: definePage('flow', () => import('../pages/signin/page.tsx'), {
    en: () => import('../pages/signin/text.en.ts'),
    id: () => import('../pages/signin/text.id.ts'),
  }),
  claim: definePage('flow', () => import('../pages/claim/page.tsx'), {
    en: () => import('../pages/claim/text.en.ts'),
    id: () => import('../pages/claim/text.id.ts'),
  }),
  authorize: definePage('flow', () => import('../pages/authorize/page.tsx'), {
    en: () => import('../pages/authorize/text.en.ts'),
    id: () => import('../pages/authorize/text.id.ts'),
  }),
  logout: definePage('flow', () => import('../pages/logout/page.tsx'), {
    en: () => import('../pages/logout/text.en.ts'),
    id: () => import('../pages/logout/text.id.ts'),
  }),
  gameSession: definePage('flow', () => import('../pages/game-session/page.tsx'), {
    en: () => import('../pages/game-session/text.en.ts'),
    id: () => import('../pages/game-session/text.id.ts'),
  }),
  grant: definePage('flow', () => import('../pages/grant/page.tsx'), {
    en: () => import('../pages/grant/text.en.ts'),
    id: () => import('../pages/grant/text.id.ts'),
  }),
  developers: definePage('public', () => import('../pages/developers/page.tsx'), {
    en: () => import('../pages/developers/text.en.ts'),
    id: () => import('../pages/developers/text.id.ts'),
  }),
  home: definePage('account', () => import('../pages/home/page.tsx'), {
    en: () => import('../pages/home/text.en.ts'),
    id: () => import('../pages/home/text.id.ts'),
  }),
  money: definePage('account', () => import('../pages/money/page.tsx'), {
    en: () => import('../pages/money/text.en.ts'),
    id: () => import('../pages/money/text.id.ts'),
  }),
  send: definePage('account', () => import('../pages/send/page.tsx'), {
    en: () => import('../pages/send/text.en.ts'),
    id: () => import('../pages/send/text.id.ts'),
  }),
  topUp: definePage('account', () => import('../pages/top-up/page.tsx'), {
    en: () => import('../pages/top-up/text.en.ts'),
    id: () => import('../pages/top-up/text.id.ts'),
  }),
  receipt: definePage('account', () => import('../pages/receipt/page.tsx'), {
    en: () => import('../pages/receipt/text.en.ts'),
    id: () => import('../pages/receipt/text.id.ts'),
  }),
  security: definePage('account', () => import('../pages/security/page.tsx'), {
    en: () => import('../pages/security/text.en.ts'),
    id: () => import('../pages/security/text.id.ts'),
  }),
  notices: definePage('account', () => import('../pages/notices/page.tsx'), {
    en: () => import('../pages/notices/text.en.ts'),
    id: () => import('../pages/notices/text.id.ts'),
  }),
  notMe: definePage('flow', () => import('../pages/not-me/page.tsx'), {
    en: () => import('../pages/not-me/text.en.ts'),
    id: () => import('../pages/not-me/text.id.ts'),
  }),
  freeze: definePage('account', () => import('../pages/freeze/page.tsx'), {
    en: () => import('../pages/freeze/text.en.ts'),
    id: () => import('../pages/freeze/text.id.ts'),
  }),
  profile: definePage('account', () => import('../pages/profile/page.tsx'), {
    en: () => import('../pages/profile/text.en.ts'),
    id: () => import('../pages/profile/text.id.ts'),
  }),
  connected: definePage('account', () => import('../pages/connected/page.tsx'), {
    en: () => import('../pages/connected/text.en.ts'),
    id: () => import('../pages/connected/text.id.ts'),
  }),
  wallet: definePage('account', () => import('../pages/wallet/page.tsx'), {
    en: () => import('../pages/wallet/text.en.ts'),
    id: () => import('../pages/wallet/text.id.ts'),
  }),
  gameSessions: definePage('account', () => import('../pages/game-sessions/page.tsx'), {
    en: () => import('../pages/game-sessions/text.en.ts'),
    id: () => import('../pages/game-sessions/text.id.ts'),
  }),
  permissions: definePage('account', () => import('../pages/permissions/page.tsx'), {
    en: () => import('../pages/permissions/text.en.ts'),
    id: () => import('../pages/permissions/text.id.ts'),
  }),
  apps: definePage('account', () => import('../pages/apps/page.tsx'), {
    en: () => import('../pages/apps/text.en.ts'),
    id: () => import('../pages/apps/text.id.ts'),
  }),
  newApp: definePage('account', () => import('../pages/new-app/page.tsx'), {
    en: () => import('../pages/new-app/text.en.ts'),
    id: () => import('../pages/new-app/text.id.ts'),
  }),
  tryLogin: definePage('flow', () => import('../pages/try-login/page.tsx'), {
    en: () => import('../pages/try-login/text.en.ts'),
    id: () => import('../pages/try-login/text.id.ts'),
  }),
  app: definePage('account', () => import('../pages/app/page.tsx'), {
    en: () => import('../pages/app/text.en.ts'),
    id: () => import('../pages/app/text.id.ts'),
  }),
  admin: definePage('account', () => import('../pages/admin/page.tsx'), {
    en: () => import('../pages/admin/text.en.ts'),
    id: () => import('../pages/admin/text.id.ts'),
  }),
  notFound: definePage('public', () => import('../pages/not-found/page.tsx'), {
    en: () => import('../pages/not-found/text.en.ts'),
    id: () => import('../pages/not-found/text.id.ts'),
  }),
};
