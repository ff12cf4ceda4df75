import type { Access, MachineRole } from '@pid/contract';

/** The caller as claimed by a token, before any lookup. */
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

/** Recognized by the form of a machine credential, before any lookup. */
export interface MachinePrincipal {
  readonly type: 'machine';
  readonly secretHash: string;
}

export type Principal = TokenPrincipal | MachinePrincipal;

export type IdentityStatus = 'active' | 'suspended' | 'deleted';

/** An existing identity behind a cookie session or the read-only bearer of an app. */
export interface UserCaller {
  readonly type: 'user';
  readonly via: 'session' | 'bearer';
  readonly identityId: string;
  readonly pid: string;
  readonly status: IdentityStatus;
  /** Already formatted for responses, so that it is not formatted for every request. */
  readonly createdAt: string;
  /** The session behind the cookie; null for a bearer. */
  readonly sessionId: string | null;
  /** When the player of the session last authenticated. */
  readonly authenticatedAt: Date;
  readonly method: string;
  /**
   * Whether that authentication counts as a recent sign-in within ten minutes: always at a provider, with a
   * passkey only if it counts.
   */
  readonly countsAsRecent: boolean;
  /**
   * Unix seconds; absent when the identity is not frozen. Until then, requests that need step-up are refused.
   */
  readonly frozenUntil?: number;
  /** The scopes of a bearer; a session can read everything. */
  readonly scopes?: readonly string[];
  /** For a bearer: its app is paused, so its requests are refused. */
  readonly isPaused?: boolean;
}

interface AppCaller {
  readonly type: 'app';
  readonly clientId: string;
  /** The scopes that the token requested and that the owner still allows. */
  readonly scopes: readonly string[];
  readonly isPaused?: boolean;
}

export type Caller = UserCaller | AppCaller;

/** A program that administers with a machine credential, which an operator created on the command line. */
export interface MachineCaller {
  readonly type: 'machine';
  readonly name: string;
  readonly role: MachineRole;
}

/** The caller of an administrator's route. */
export type AdminCaller = UserCaller | MachineCaller;

/** The name of the caller in the audit log. */
export function actorOf(caller: AdminCaller): string {
  return caller.type === 'user' ? caller.pid : `machine:${caller.name}`;
}

/** The identity of a person; null for a machine. */
export function identityOf(caller: AdminCaller): string | null {
  return caller.type === 'user' ? caller.identityId : null;
}

export type Admission = Caller | 'no_identity' | null;

/** Turns tokens into callers. The sessions slice implements it; the platform knows only the access rules. */
export interface Authenticator {
  /** Checks signature, lifetime and kind of a token, without a lookup. */
  identifySession(token: string): TokenPrincipal | null;
  identifyBearer(token: string): TokenPrincipal | null;
  identifyMachine(token: string): MachinePrincipal | null;
  /**
   * Looks up the current state: `no_identity` when the row is missing, null when the session has ended or the
   * identity is deleted or cut off.
   */
  admit(principal: TokenPrincipal): Admission | Promise<Admission>;
  /** Null when the credential does not exist or is no longer valid. */
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
