/** Pages of a signed-in player. The router has a list of its own for them, so that a visit does not load the others. */
export const PLAYER_PATHS = {
  ask: '/ask',
  payments: '/payments',
  paymentReceipt: '/payments/:id',
  security: '/security',
  notices: '/notices',
  freeze: '/freeze',
  recovery: '/recovery',
  guardians: '/guardians',
  family: '/family',
  profile: '/profile',
  connected: '/connected-apps',
  gameSessions: '/game-sessions',
  permissions: '/permissions',
  game: '/games/:clientId',
} as const;

/** All page paths: the single list for router, navigation and server. The first match is shown. */
export const PAGE_PATHS = {
  landing: '/',
  signIn: '/signin',
  lockedOut: '/cannot-sign-in',
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
  receipt: '/receipts/:id',
  pay: '/pay/:id',
  allow: '/allow/:id',
  notMe: '/not-me',
  wallet: '/wallet',
  games: '/games',
  ...PLAYER_PATHS,
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
