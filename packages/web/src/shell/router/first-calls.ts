import type { CallName } from '@pid/contract/client';
import type { PageName } from '../../kit/navigation/page-paths.ts';
import { LOGIN_FIELDS } from '../../features/apps/parts/login/login-fields.ts';

/** A read that a page begins with. The document brings its answer along, if there is one for whoever asks. */
export interface FirstCall {
  readonly name: CallName;
  readonly input?: Readonly<Record<string, string | number>>;
  /** Of the page's own address. */
  readonly fields?: readonly string[];
  /** Of the page's path, as `/pay/:id` names them. */
  readonly params?: readonly string[];
  /** Asks the chain, which may be slow: the document waits this long and then goes without. */
  readonly waitMilliseconds?: number;
  /** `from` is the beginning of the UTC day this many days ago. */
  readonly daysBack?: number;
}

/** The frame around every signed-in page. */
const FRAME: readonly FirstCall[] = [{ name: 'listNotices', input: { limit: 1 } }, { name: 'getFreeze' }];

/** Asks the chain; who gets no answer in time asks again. */
const RECOVERY: FirstCall = { name: 'getRecovery', waitMilliseconds: 400 };

/** To the letter what the pages ask: another query is another answer, and is then simply asked for. */
export const FIRST_CALLS: Partial<Record<PageName, readonly FirstCall[]>> = {
  signIn: [{ name: 'listProviders' }],
  claim: [{ name: 'getPendingClaim' }, { name: 'listProviders' }],
  authorize: [{ name: 'describeLogin', fields: LOGIN_FIELDS }],
  pay: [{ name: 'getOwnPayment', params: ['id'] }, { name: 'getBalance' }, { name: 'getIdentity' }],
  ask: [...FRAME, { name: 'getIdentity' }],
  home: [
    ...FRAME,
    { name: 'getIdentity' },
    { name: 'listPasskeys' },
    { name: 'listCredentialApprovals' },
    { name: 'getBalance' },
    { name: 'listConnectedApps', input: { limit: 3 } },
    { name: 'listActivity', input: { limit: 4 } },
    RECOVERY,
  ],
  money: [
    ...FRAME,
    { name: 'getIdentity' },
    { name: 'getBalance' },
    { name: 'getStatement', daysBack: 90, input: { limit: 50 } },
    RECOVERY,
  ],
};
