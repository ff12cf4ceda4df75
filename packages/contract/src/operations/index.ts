import type { Static, TSchema } from 'typebox';
import { allowances, playerAllowances } from './allowances.ts';
import { adminApps } from './admin-apps.ts';
import { admin } from './admin.ts';
import { appActivity } from './app-activity.ts';
import { appEvents } from './app-events.ts';
import { approvals } from './approvals.ts';
import { accountOperations, walletOperations } from './account.ts';
import { appLogin, apps } from './apps.ts';
import { chain, faucet } from './chain.ts';
import { checkout } from './checkout.ts';
import { credentials } from './credentials.ts';
import { deviceLogin } from './device-login.ts';
import { families, familiesAdmin } from './families.ts';
import { games } from './games.ts';
import { identity } from './identity.ts';
import { appMoney, ledger } from './ledger.ts';
import { appInvitations, members } from './members.ts';
import { moneyAdmin } from './money-admin.ts';
import { notices } from './notices.ts';
import { passkeys, passkeySignIn } from './passkeys.ts';
import { paymentsAdmin } from './payments-admin.ts';
import { items, payments, playerPayments } from './payments.ts';
import { permissionRequests, permissions } from './permissions.ts';
import { profile } from './profile.ts';
import { recovery } from './recovery.ts';
import { sandbox } from './sandbox.ts';
import { securityLog } from './security-log.ts';
import { sessions } from './sessions.ts';
import { linking, signIn } from './sign-in.ts';
import { settlementNotices, settlements, settlementsAdmin } from './settlements.ts';
import { stepUp } from './step-up.ts';
import { proofs, transparency } from './transparency.ts';
import { verificationAdmin, verifications } from './verification.ts';
import { exampleGame, gamePrograms, sessionKeys } from './session-keys.ts';

export const operations = {
  ...signIn,
  ...sessions,
  ...passkeySignIn,
  ...stepUp,
  ...identity,
  ...linking,
  ...credentials,
  ...notices,
  ...passkeys,
  ...approvals,
  ...profile,
  ...securityLog,
  ...admin,
  ...adminApps,
  ...apps,
  ...games,
  ...members,
  ...appInvitations,
  ...appLogin,
  ...deviceLogin,
  ...permissionRequests,
  ...permissions,
  ...sessionKeys,
  ...gamePrograms,
  ...exampleGame,
  ...accountOperations,
  ...walletOperations,
  ...recovery,
  ...chain,
  ...faucet,
  ...ledger,
  ...appMoney,
  ...checkout,
  ...moneyAdmin,
  ...items,
  ...payments,
  ...playerPayments,
  ...paymentsAdmin,
  ...allowances,
  ...playerAllowances,
  ...settlements,
  ...settlementsAdmin,
  ...settlementNotices,
  ...transparency,
  ...proofs,
  ...appEvents,
  ...appActivity,
  ...verifications,
  ...verificationAdmin,
  ...families,
  ...familiesAdmin,
  ...sandbox,
};

export type Operations = typeof operations;

type Part<Name extends keyof Operations, Field extends string> = Operations[Name] extends {
  readonly [F in Field]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : {};

/** Input of a call: path parameters, query and body in one object. */
export type Input<Name extends keyof Operations> = Part<Name, 'params'> &
  Part<Name, 'query'> &
  Part<Name, 'body'>;

/** Body of a successful response. */
export type Reply<Name extends keyof Operations> = Part<Name, 'reply'>;
