import type { Access, MachineRole } from '@pid/contract';

/** Who a request speaks for, as read from a token alone: nothing was looked up yet. */
export type TokenPrincipal =
  | { readonly type: 'session'; readonly identityId: string; readonly sessionId: string }
  | {
      readonly type: 'bearer';
      readonly identityId: string;
      readonly clientId: string;
      readonly grantId: string;
      readonly epoch: number;
      readonly scope: string;
    }
  | {
      readonly type: 'app';
      readonly clientId: string;
      readonly epoch: number;
      readonly scope: string;
    };

/** By the form of a machine credential alone: whether there is such a one was not looked up either. */
export interface MachinePrincipal {
  readonly type: 'machine';
  readonly secretHash: string;
}

export type Principal = TokenPrincipal | MachinePrincipal;

export type IdentityStatus = 'active' | 'suspended' | 'deleted';

/** A living identity behind a cookie session or an app's read-only bearer. */
export interface UserCaller {
  readonly type: 'user';
  readonly via: 'session' | 'bearer';
  readonly identityId: string;
  readonly pid: string;
  readonly status: IdentityStatus;
  /** As it is answered, so that it is written once and not with every request. */
  readonly createdAt: string;
  /** The session behind the cookie; null for a bearer. */
  readonly sessionId: string | null;
  /** When the session's user last proved who they are. */
  readonly authenticatedAt: Date;
  readonly method: string;
  /** Whether that proof makes the caller `recent` while it is fresh: any provider's does, a passkey's when it counts. */
  readonly countsAsRecent: boolean;
  /** Unix seconds; absent when nothing is frozen. What needs a step-up is refused until then. */
  readonly frozenUntil?: number;
  /** What a bearer may read; a session reads everything. */
  readonly scopes?: readonly string[];
  /** Of a bearer: its app is paused, and so is what it may do. */
  readonly isPaused?: boolean;
}

interface AppCaller {
  readonly type: 'app';
  readonly clientId: string;
  /** What its token was asked for and its owner still lets it do. */
  readonly scopes: readonly string[];
  readonly isPaused?: boolean;
}

export type Caller = UserCaller | AppCaller;

/** A program that administers, by a credential that an operator made on the command line. */
export interface MachineCaller {
  readonly type: 'machine';
  readonly name: string;
  readonly role: MachineRole;
}

/** Whoever acts on an administrator's route. */
export type AdminCaller = UserCaller | MachineCaller;

/** As the audit names them. */
export function actorOf(caller: AdminCaller): string {
  return caller.type === 'user' ? caller.pid : `machine:${caller.name}`;
}

/** Of a person; null for a machine. */
export function identityOf(caller: AdminCaller): string | null {
  return caller.type === 'user' ? caller.identityId : null;
}

export type Admission = Caller | 'no_identity' | null;

/** How tokens become callers. Implemented by the sessions slice; the platform only knows the rules of judgement. */
export interface Authenticator {
  /** Checks signature, lifetime and kind. Pure computing. */
  identifySession(token: string): TokenPrincipal | null;
  identifyBearer(token: string): TokenPrincipal | null;
  identifyMachine(token: string): MachinePrincipal | null;
  /** Looks at the living state: `no_identity` when the row is missing, null when ended, deleted or cut off. */
  admit(principal: TokenPrincipal): Admission | Promise<Admission>;
  /** Null when there is no such credential, or none any more. */
  admitMachine(principal: MachinePrincipal): Promise<MachineCaller | null>;
}

export type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'optional-user'
    ? UserCaller | null
    : A extends 'app'
      ? AppCaller
      : A extends 'app-or-user' | 'owner'
        ? Caller
        : A extends 'admin'
          ? AdminCaller
          : UserCaller;
