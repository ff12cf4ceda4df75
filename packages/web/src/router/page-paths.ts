/** Every page path, the single list that router, navigation and server agree on. */
export const PAGE_PATHS = {
  landing: '/',
  signIn: '/signin',
  claim: '/claim',
  authorize: '/authorize',
  home: '/home',
  notFound: '/404',
} as const;

export type PageName = keyof typeof PAGE_PATHS;

function isPageName(name: string): name is PageName {
  return Object.hasOwn(PAGE_PATHS, name);
}

export const PAGE_NAMES: readonly PageName[] = Object.keys(PAGE_PATHS).filter(isPageName);
