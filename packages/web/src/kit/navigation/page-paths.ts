/** All page paths: the single list for router, navigation and server. The first match is shown. */
export const PAGE_PATHS = {
  landing: '/',
  signIn: '/signin',
  claim: '/claim',
  authorize: '/authorize',
  device: '/device',
  logout: '/oidc/logout',
  gameSession: '/session',
  grant: '/grant',
  developers: '/developers',
  person: '/p/:handle',
  help: '/help',
  transparency: '/transparency',
  home: '/home',
  money: '/money',
  send: '/send',
  topUp: '/top-up',
  ask: '/ask',
  receipt: '/receipts/:id',
  pay: '/pay/:id',
  allow: '/allow/:id',
  payments: '/payments',
  paymentReceipt: '/payments/:id',
  security: '/security',
  notices: '/notices',
  notMe: '/not-me',
  freeze: '/freeze',
  recovery: '/recovery',
  guardians: '/guardians',
  family: '/family',
  profile: '/profile',
  connected: '/connected-apps',
  wallet: '/wallet',
  gameSessions: '/game-sessions',
  permissions: '/permissions',
  games: '/games',
  game: '/games/:clientId',
  apps: '/apps',
  newApp: '/apps/new',
  tryLogin: '/apps/try',
  app: '/apps/:clientId',
  appPayments: '/apps/:clientId/payments',
  appItems: '/apps/:clientId/items',
  appMembers: '/apps/:clientId/members',
  admin: '/admin',
  notFound: '/404',
} as const;

export type PageName = keyof typeof PAGE_PATHS;

function isPageName(name: string): name is PageName {
  return Object.hasOwn(PAGE_PATHS, name);
}

export const PAGE_NAMES: readonly PageName[] = Object.keys(PAGE_PATHS).filter(isPageName);
