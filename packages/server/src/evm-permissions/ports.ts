import type { Assertion } from '../credentials/index.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { OwnerProof } from './permissions.store.ts';

/** How an app shows itself to users. */
export interface AppFace {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
}

/** What this slice needs to know of apps. */
export interface PermissionApps {
  /** Null when there is no such app, or no longer. */
  find(db: Queryable, clientId: string): Promise<AppFace | null>;
  /** Throws `app_paused`: a paused app asks nobody for anything. */
  assertActive(db: Queryable, clientId: string): Promise<void>;
  /** The address under the rules of the login, or null when it is not the app's. */
  returnAddress(
    db: Queryable,
    clientId: string,
    address: string,
  ): Promise<{ readonly href: string; readonly origin: string } | null>;
}

interface SignedDigest {
  /** Null when the browser's clientDataJSON is not in the one form that the contract rebuilds. */
  readonly proof: OwnerProof | null;
  /** Stores that the passkey was used, in the transaction that acts on it. */
  record(tx: Tx): Promise<void>;
}

/** What this slice needs of passkeys. */
export interface PermissionPasskeys {
  /** Judges an assertion by an active passkey of the caller over 32 raw bytes, and runs `act` when it is good. */
  withAssertion<T>(
    use: { caller: UserCaller; assertion: Assertion; challenge: Uint8Array; origin: AuditOrigin },
    act: (signed: SignedDigest) => Promise<T>,
  ): Promise<T>;
  /** Request options (WebAuthn L3, 5.1.10) for a challenge, naming the passkeys of an identity. */
  options(identityId: string, challenge: Uint8Array): Promise<PasskeyOptions>;
}

export interface PasskeyOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: 'required';
  readonly allowCredentials: { id: string; type: 'public-key'; transports: string[] }[];
}
