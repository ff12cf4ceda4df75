import type { CallName } from '@pid/contract/client';
import type { PageName } from '../../kit/navigation/page-paths.ts';
import { LOGIN_FIELDS } from '../../kit/app-request/login-fields.ts';

/**
 * A read that a page begins with. The document contains its response if the server has one for the player.
 */
export interface FirstCall {
  readonly name: CallName;
  readonly input?: Readonly<Record<string, string | number>>;
  /** Query parameters of the page's address. */
  readonly fields?: readonly string[];
  /** Parameters of the page's path, as in `/pay/:id`. */
  readonly params?: readonly string[];
  /**
   * For reads of the chain, which may be slow: the document waits this long and is then sent without the
   * response.
   */
  readonly waitMilliseconds?: number;
  /**
   * The cookie of this call is not sent with documents. The document lets the browser make the call itself while the
   * scripts load.
   */
  readonly byBrowser?: boolean;
  /** `from` is the start of the UTC day this many days before today. */
  readonly daysBack?: number;
}

/** Calls of the frame around every signed-in page. */
const FRAME: readonly FirstCall[] = [{ name: 'listNotices', input: { limit: 1 } }, { name: 'getFreeze' }];

/** Reads the chain. Without a response in time, the page requests it again. */
const ofChain = (name: CallName): FirstCall => ({ name, waitMilliseconds: 400 });
const RECOVERY = ofChain('getRecovery');
const WALLET = [ofChain('getAccount'), ofChain('listAssets'), ofChain('getChain'), ofChain('getSponsorship')];

/**
 * Must match the pages' calls exactly. A call with a different query gets no prepared response and is sent
 * normally.
 */
export const FIRST_CALLS: Partial<Record<PageName, readonly FirstCall[]>> = {
  transparency: [{ name: 'getTransparency' }, { name: 'getTransparencyHistory' }],
  signIn: [{ name: 'listProviders' }],
  claim: [{ name: 'getPendingClaim', byBrowser: true }, { name: 'listProviders' }],
  authorize: [{ name: 'describeLogin', fields: LOGIN_FIELDS }],
  pay: [{ name: 'getOwnPayment', params: ['id'] }, { name: 'getBalance' }, { name: 'getIdentity' }],
  allow: [{ name: 'getAllowance', params: ['id'] }, { name: 'getIdentity' }, { name: 'listPasskeys' }],
  paymentReceipt: [...FRAME, { name: 'getOwnPayment', params: ['id'] }],
  ask: [...FRAME, { name: 'getIdentity' }],
  payments: [
    ...FRAME,
    { name: 'listChargingApps' },
    { name: 'listOwnPayments', fields: ['clientId', 'status'], input: { limit: 20 } },
  ],
  security: [...FRAME, { name: 'listPasskeys' }, { name: 'listCredentialApprovals' }],
  notices: [
    ...FRAME,
    { name: 'listNotices', input: { limit: 20 } },
    { name: 'getNoticeChoices' },
    { name: 'listPushSubscriptions' },
  ],
  freeze: FRAME,
  recovery: [...FRAME, { name: 'getIdentity' }, RECOVERY],
  guardians: FRAME,
  profile: [...FRAME, { name: 'getIdentity' }, { name: 'getProfile' }],
  connected: [
    ...FRAME,
    { name: 'listConnectedApps', input: { limit: 20 } },
    { name: 'listAllowances', input: { status: 'active', limit: 100 } },
  ],
  gameSessions: [...FRAME, { name: 'getIdentity' }],
  permissions: [...FRAME, { name: 'listPermissions', input: { limit: 20 } }],
  game: [...FRAME, { name: 'getSpending', input: { months: 1 } }],
  send: [...FRAME, { name: 'getIdentity' }, { name: 'getBalance' }],
  topUp: [...FRAME, { name: 'getIdentity' }],
  home: [
    ...FRAME,
    { name: 'getIdentity' },
    { name: 'listPasskeys' },
    { name: 'listCredentialApprovals' },
    { name: 'getBalance' },
    { name: 'listOwnGames', input: { limit: 5 } },
    { name: 'getProfile' },
    { name: 'getFamily' },
    RECOVERY,
  ],
  receipt: [...FRAME, { name: 'getSendReceipt', params: ['id'] }],
  wallet: [
    ...FRAME,
    { name: 'listPasskeys' },
    ...WALLET,
    { name: 'getActivationPrice' },
    { name: 'getBalance' },
  ],
  family: [...FRAME, { name: 'getFamily' }],
  games: [
    ...FRAME,
    { name: 'listOwnGames', input: { limit: 50 } },
    { name: 'getSpending', input: { months: 6 } },
    { name: 'listGames', input: { limit: 20 } },
  ],
  money: [
    ...FRAME,
    { name: 'getIdentity' },
    { name: 'getBalance' },
    { name: 'getStatement', daysBack: 90, input: { limit: 50 } },
    RECOVERY,
  ],
};
