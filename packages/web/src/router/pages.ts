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
  home: definePage('account', () => import('../pages/home/page.tsx'), {
    en: () => import('../pages/home/text.en.ts'),
    id: () => import('../pages/home/text.id.ts'),
  }),
  notFound: definePage('public', () => import('../pages/not-found/page.tsx'), {
    en: () => import('../pages/not-found/text.en.ts'),
    id: () => import('../pages/not-found/text.id.ts'),
  }),
};
