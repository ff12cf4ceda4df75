import {
  accountIdFromPid,
  brandPasskeyPoint,
  certificateFile,
  certificateMessage,
  readCertificate,
  toAddress,
  type Certificate,
  type CertificateFile,
} from '@pid/protocol';
import { lastRevocation, listCountingPasskeys } from '../credentials/index.ts';
import { findIdentity } from '../identity/index.ts';
import { orChainError } from '../chain/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { listStoredCertificates, storeCertificate, type StoredCertificate } from './certificates.store.ts';
import { readWallet, walletOf } from './read-wallet.ts';

/** Certificates are renewed daily, because a newer one takes precedence over one that a thief may hold. */
const renewAfterSeconds = 86_400n;
const passkeysMax = 20;

/**
 * Issues, for each passkey that counts, the registrar's signed statement that the passkey belongs to the
 * account's owner. With it, the owner can claim a vault that was never activated directly on the chain if the
 * service no longer exists. An activated account needs no certificate.
 */
export async function listCertificates(deps: AccountDeps, caller: UserCaller): Promise<CertificateFile[]> {
  const state = await readWallet(deps.chain, walletOf(deps.chain, caller.pid));
  if (state.account) return [];
  const now = deps.clock.now();
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  const revokedAt = await lastRevocation(deps.db, caller.identityId);
  // A certificate of a passkey that is revoked now was issued before the revocation, so a later date takes
  // precedence over it.
  const earliest = revokedAt === null ? 0n : BigInt(Math.floor(revokedAt.getTime() / 1000)) + 1n;
  const known = new Map(
    (await listStoredCertificates(deps.db, caller.identityId)).map((stored) => [stored.passkeyId, stored]),
  );
  const passkeys = (await listCountingPasskeys(deps.db, caller.identityId, now)).slice(0, passkeysMax);
  const { registrar } = deps.chain.keys;
  const files: CertificateFile[] = [];
  for (const passkey of passkeys) {
    const wanted = (issuedAt: bigint): Certificate => ({
      genesisHash: state.config.genesisHash,
      program: state.wallet.program,
      accountId: state.wallet.accountId,
      authority: brandPasskeyPoint(passkey.compressedKey),
      rpIdHash: state.config.rpIdHash,
      issuedAt,
    });
    const stored = known.get(passkey.id);
    const isGood =
      stored !== undefined &&
      stored.registrar === registrar.address &&
      stored.issuedAt >= earliest &&
      stored.issuedAt > seconds - renewAfterSeconds &&
      stored.message.equals(certificateMessage(wanted(stored.issuedAt)));
    if (isGood) {
      files.push(fileOf(caller.pid, stored));
      continue;
    }
    // The chain refuses a date in its future, and its clock may be behind ours.
    const issuedAt = [state.chainTime < seconds ? state.chainTime : seconds, earliest].reduce((left, right) =>
      left > right ? left : right,
    );
    const message = Buffer.from(certificateMessage(wanted(issuedAt)));
    const signature = Buffer.from(await orChainError(registrar.sign(message)));
    const certificate = { passkeyId: passkey.id, issuedAt, registrar: registrar.address, message, signature };
    await storeCertificate(deps.db, caller.identityId, certificate);
    files.push(fileOf(caller.pid, { ...certificate, credentialId: passkey.credentialId }));
  }
  return files;
}

/** Returns the certificates issued so far, for the player's data export. */
export async function exportCertificates(db: Queryable, identityId: string): Promise<CertificateFile[]> {
  const identity = await findIdentity(db, identityId);
  if (!identity) return [];
  const accountId = Buffer.from(accountIdFromPid(identity.pid));
  return (await listStoredCertificates(db, identityId))
    .filter(({ message }) => message.subarray(81, 113).equals(accountId))
    .map((stored) => fileOf(identity.pid, stored));
}

function fileOf(pid: string, stored: StoredCertificate): CertificateFile {
  return certificateFile({
    pid,
    credentialId: stored.credentialId,
    certificate: readCertificate(stored.message) ?? impossible('a stored certificate is invalid'),
    registrar: toAddress(stored.registrar),
    signature: Uint8Array.from(stored.signature),
  });
}
