import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors/index.ts';
import { paths, type OperationName } from './paths.ts';

/**
 * Who may call an operation.
 * - public: anybody; tokens are not looked at
 * - user: the user's own cookie session
 * - optional-user: the user's own cookie session, or nobody; a session that no longer stands counts as nobody
 * - reader: the cookie session, or an app's read-only bearer
 * - app-or-user: the user's cookie session, or an app's machine token
 * - owner: the cookie session of an app's owner; a machine token is refused, with 403 for its own app and 404 for any other
 * - app: an app's machine token
 * - admin: an administrator's cookie session, opened with a passkey, or a machine credential whose role is large enough; for everybody else the
 *   operation does not exist
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

/** Cookies with a fixed name that an operation may read. */
export type CookieName = 'pid_access' | 'pid_refresh' | 'pid_claim' | 'pid_passkey' | 'pid_device';

/**
 * What a machine credential may do: `reader` reads all that administrators read; `support` also acts on people and apps; `money` also moves
 * money, and neither does what the other does; `owner` does everything.
 */
export const machineRoles = ['reader', 'support', 'money', 'owner'] as const;

export type MachineRole = (typeof machineRoles)[number];

/** Requests of one bucket in one window (the server's `judge.ts` says whose). Everything of one class is counted together. */
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
  /** Pictures, which cost processor time. */
  upload: 20,
} as const;

export type LimitClass = keyof typeof limitClasses;

const hourlyClasses: ReadonlySet<LimitClass> = new Set(['upload']);

/** Every class counts by the minute, except those that count by the hour. */
export function limitWindowOf(limitClass: LimitClass): 'minute' | 'hour' {
  return hourlyClasses.has(limitClass) ? 'hour' : 'minute';
}

/** Everything there is to know about an operation but how it is done. */
export interface Declaration {
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** `read` or `write` by the method, unless told. */
  readonly limit?: LimitClass;
  /**
   * Whose requests count together when a session calls. `session`: those of this session alone, so that no other session can use up the limit.
   * Set it on everything that an owner needs to defend the identity against a stolen session. `player`: those of all sessions of the identity.
   * Default: the session's own limit, and a common limit of four times that for all sessions of the identity.
   */
  readonly limitPer?: 'session' | 'player';
  /** Of a `reader` operation, the scope that an app's bearer needs: `read` unless told, so that a new one gives nothing away. */
  readonly readerScope?: 'any' | 'profile' | 'balance' | 'read';
  /** Of an operation that an app's own token may call: the scope that the token needs, `read` unless told. */
  readonly appScope?: 'any' | 'read' | 'payments';
  /** Of an administrator's operation, the role that a machine credential needs: `reader` for a GET and `owner` for all else, unless told. */
  readonly machineRole?: 'support' | 'money';
  /**
   * What the caller proves anew before this happens (docs/step-up.md): `recent`, a sign-in of the last ten minutes;
   * `assertion`, a passkey's signature over this very request; `judged`, the operation decides by what it finds (money), and is
   * told whether an assertion came along.
   */
  readonly stepUp?: 'recent' | 'assertion' | 'judged';
  /** A frozen identity may do this all the same, though it needs a step-up: ending, revoking, and the way out of the freeze. */
  readonly allowFrozen?: boolean;
  /** Suspended identities may read, but write only where this is set. */
  readonly allowSuspended?: boolean;
  /** Only for a provider's callback: it arrives from the provider's site and proves itself by state and flow cookie. */
  readonly acceptsForeignOrigin?: boolean;
  /** Of a deprecated operation: the one that replaces it, and since when (unix seconds, RFC 9745). */
  readonly deprecated?: { readonly successor: OperationName; readonly sinceUnixSeconds: number };
  /** Takes an `Idempotency-Key`: the same request again is answered as the first one was, with `Idempotent-Replay: true`. */
  readonly idempotent?: boolean | 'required';
  /** Cookies of which one is required, instead of the credentials that `access` names. */
  readonly requiresCookie?: readonly CookieName[];
  /** Optional cookies, beside those that prove the caller. */
  readonly readsCookies?: readonly CookieName[];
  /** Cookies that a success sets or clears. */
  readonly setsCookies?: readonly string[];
  /** Takes a form body beside JSON. */
  readonly formBody?: boolean;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Null for what always refuses. */
  readonly reply: TSchema | null;
  /** What a success may be in beside JSON, where the query asks for it. */
  readonly textReply?: 'text/csv';
  readonly status?: 200 | 201 | 302;
  /** Status of a success that returns something an earlier request created. */
  readonly repeatStatus?: 200;
  /** Refusals of its own, beside those that its access, body and step-up bring along. */
  readonly errors?: readonly ErrorCode[];
  /** Parameters, query and body of a request that is accepted, by name; a test sends it. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export interface Operation extends Declaration {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tag: string;
}

/** The smallest role with which a machine credential may call an administrator's operation. */
export function machineRoleOf({
  method,
  machineRole,
}: Pick<Operation, 'method' | 'machineRole'>): MachineRole {
  return machineRole ?? (method === 'GET' ? 'reader' : 'owner');
}

type Declared<D> = {
  readonly [Name in keyof D]: D[Name] & Omit<Operation, keyof Declaration> & { readonly operationId: Name };
};
/** A misspelt field would silently mean nothing. */
type WithoutUnknown<D> = {
  [Name in keyof D]: D[Name] & Record<Exclude<keyof D[Name], keyof Declaration>, never>;
};

/** Declares operations of one subject; each name has its method and address in `paths.ts`. */
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
