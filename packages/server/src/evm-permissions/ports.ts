import type { Assertion } from '../credentials/index.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { OwnerProof } from './permissions.store.ts';

/** The name and logo that players see for an app. */
export interface AppFace {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
}

/** The functions that this slice needs from the apps. */
export interface PermissionApps {
  /** Null if the app does not exist or was deleted. */
  find(db: Queryable, clientId: string): Promise<AppFace | null>;
  /** Throws `app_paused` if the app is paused: it must not request anything. */
  assertActive(db: Queryable, clientId: string): Promise<void>;
  /**
   * Returns the address if it passes the redirect rules of the login, or null if it does not belong to the
   * app.
   */
  returnAddress(
    db: Queryable,
    clientId: string,
    address: string,
  ): Promise<{ readonly href: string; readonly origin: string } | null>;
}

interface SignedDigest {
  /** Null if the browser's clientDataJSON does not have the exact form that the contract rebuilds. */
  readonly proof: OwnerProof | null;
  /** Records the use of the passkey in the transaction that acts on the signature. */
  record(tx: Tx): Promise<void>;
}

/** The functions that this slice needs from the passkeys. */
export interface PermissionPasskeys {
  /** Verifies an assertion by an active passkey of the caller over 32 raw bytes, then runs `act`. */
  withAssertion<T>(
    use: { caller: UserCaller; assertion: Assertion; challenge: Uint8Array; origin: AuditOrigin },
    act: (signed: SignedDigest) => Promise<T>,
  ): Promise<T>;
  /** Returns request options (WebAuthn L3, 5.1.10) for a challenge, listing the passkeys of an identity. */
  options(identityId: string, challenge: Uint8Array): Promise<PasskeyOptions>;
}

export interface PasskeyOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: 'required';
  readonly allowCredentials: { id: string; type: 'public-key'; transports: string[] }[];
}
