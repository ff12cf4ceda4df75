import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors/index.ts';
import { paths, type OperationName } from './paths.ts';

/**
 * Who may call an operation.
 * - public: everyone; tokens are ignored
 * - user: a player's session cookie
 * - optional-user: a player's session cookie, or nothing; an ended session counts as nothing
 * - reader: the session cookie, or an app's read-only bearer
 * - app-or-user: the session cookie, or an app's machine token
 * - owner: the session cookie of a member of the app (`app-roles.ts`); a machine token gets 403 for its own app and 404 for another
 * - app: an app's machine token
 * - admin: an administrator's session that was opened with a passkey, or a machine credential with a sufficient role;
 *   everyone else gets 404
 */
export type Access =
  | 'public'
  | 'user'
  | 'optional-user'
  | 'reader'
  | 'app-or-user'
  | 'owner'
  | 'app'
  | 'admin';

/** Cookies with a fixed name that an operation can read. */
export type CookieName = 'pid_access' | 'pid_refresh' | 'pid_claim' | 'pid_passkey' | 'pid_device';

/**
 * `reader` reads everything that administrators can read. `support` also acts on players and apps, `money` also moves money;
 * neither includes the other. `owner` can do everything.
 */
export const machineRoles = ['reader', 'support', 'money', 'owner'] as const;

export type MachineRole = (typeof machineRoles)[number];

/** Requests per bucket and window (the server's `judge.ts` defines the buckets). All operations of one class share a bucket. */
export const limitClasses = {
  read: 1200,
  write: 300,
  signin: 120,
  claim: 60,
  lookup: 120,
  exchange: 600,
  wallet: 120,
  play: 600,
  chain: 600,
  money: 600,
  payments: 6000,
  /** Tiles and checkpoints of the public log: a copy of 10^7 entries takes 80,000 requests. */
  log: 3000,
  /** Pictures take processor time. */
  upload: 20,
} as const;

export type LimitClass = keyof typeof limitClasses;

const hourlyClasses: ReadonlySet<LimitClass> = new Set(['upload']);

export function limitWindowOf(limitClass: LimitClass): 'minute' | 'hour' {
  return hourlyClasses.has(limitClass) ? 'hour' : 'minute';
}

export interface Declaration {
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Default: `read` for GET, otherwise `write`. */
  readonly limit?: LimitClass;
  /**
   * Which requests of sessions share a limit. `session`: only those of the same session, so that another session cannot use up the
   * limit. Set it on everything that an owner needs to defend the identity against a stolen session. `player`: those of all sessions
   * of the identity. Default: a limit per session, and a common limit of four times that for all sessions of the identity.
   */
  readonly limitPer?: 'session' | 'player';
  /** Scope that an app's bearer needs for a `reader` operation. Default: `read`, so that a new operation exposes nothing by accident. */
  readonly readerScope?: 'any' | 'profile' | 'balance' | 'read';
  /** Scope that a machine token needs. Default: `read`. */
  readonly appScope?: 'any' | 'read' | 'payments';
  /** Role that a machine credential needs for an `admin` operation. Default: `reader` for GET, otherwise `owner`. */
  readonly machineRole?: 'support' | 'money';
  /**
   * Proof that the caller gives before the operation runs (docs/step-up.md). `recent`: a sign-in within ten minutes. `assertion`: a
   * passkey's signature over this request. `judged`: the operation decides, for example by amount, and learns whether an assertion
   * was sent. `passkey`: the operation decides too, and a sign-in never replaces the signature.
   */
  readonly stepUp?: 'recent' | 'assertion' | 'judged' | 'passkey';
  /** Allowed for a frozen identity although it needs step-up: ending, revoking, and lifting the freeze. */
  readonly allowFrozen?: boolean;
  /** Allowed for a suspended identity, which can otherwise only read. */
  readonly allowSuspended?: boolean;
  /** Only for a provider's callback: it arrives from the provider's site and is authenticated by state and flow cookie. */
  readonly acceptsForeignOrigin?: boolean;
  /** Replacement of a deprecated operation, and the date of the deprecation (RFC 9745). */
  readonly deprecated?: { readonly successor: OperationName; readonly sinceUnixSeconds: number };
  /** Accepts an `Idempotency-Key`: a repeated request returns the first response, with `Idempotent-Replay: true`. */
  readonly idempotent?: boolean | 'required';
  /** One of these cookies is required, instead of the credentials that `access` names. */
  readonly requiresCookie?: readonly CookieName[];
  /** Optional cookies, in addition to those that authenticate the caller. */
  readonly readsCookies?: readonly CookieName[];
  /** Cookies that a success sets or clears. */
  readonly setsCookies?: readonly string[];
  /** Also accepts a form body. */
  readonly formBody?: boolean;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Null if the operation always fails. */
  readonly reply: TSchema | null;
  /** Media type other than JSON that the query can ask for. */
  readonly textReply?: 'text/csv';
  readonly status?: 200 | 201 | 302 | 303;
  /** Status code of a success that returns something an earlier request created. */
  readonly repeatStatus?: 200;
  /**
   * Error codes of this operation, in addition to those that follow from its access, body and step-up. With `no_identity`, a valid token
   * of an identity that does not exist gets this 404 instead of the 401 `unauthorized`.
   */
  readonly errors?: readonly ErrorCode[];
  /** Parameters, query and body of a request that is accepted, by name. A test sends it. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export interface Operation extends Declaration {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tag: string;
}

export function machineRoleOf({
  method,
  machineRole,
}: Pick<Operation, 'method' | 'machineRole'>): MachineRole {
  return machineRole ?? (method === 'GET' ? 'reader' : 'owner');
}

type Declared<D> = {
  readonly [Name in keyof D]: D[Name] & Omit<Operation, keyof Declaration> & { readonly operationId: Name };
};
/** Rejects a misspelt field, which would otherwise have no effect. */
type WithoutUnknown<D> = {
  [Name in keyof D]: D[Name] & Record<Exclude<keyof D[Name], keyof Declaration>, never>;
};

export function declare<const D extends { readonly [Name in OperationName]?: Declaration }>(
  tag: string,
  declarations: D & WithoutUnknown<D>,
): Declared<D> {
  const named = Object.entries<Declaration>(declarations as Record<string, Declaration>).map(
    ([name, declaration]) => {
      const operationId = name as OperationName;
      const [method, path] = paths[operationId].split(' ');
      return [name, { ...declaration, operationId, method, path, tag }];
    },
  );
  return Object.fromEntries(named) as Declared<D>;
}
