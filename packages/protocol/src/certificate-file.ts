import { addressBytes, addressFromBytes, brandPasskeyPoint, isAddress, toBytes32 } from './brands.ts';
import type { Address } from './brands.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import type { Bytes } from './bytes.ts';
import type { Certificate } from './claim-instructions.ts';

/**
 * A certificate as its player gets it. It is complete in itself, so that the player can claim the vault when
 * the service no longer responds.
 */
export interface CertificateFile {
  readonly pid: string;
  /** WebAuthn id of the certified passkey. */
  readonly credentialId: string;
  /** Compressed P-256 key, base64url. */
  readonly authority: string;
  readonly genesisHash: string;
  readonly programId: string;
  readonly accountId: string;
  readonly rpIdHash: string;
  readonly registrar: string;
  /** Unix seconds. */
  readonly issuedAt: number;
  /** Ed25519, base64url. */
  readonly signature: string;
}

export interface SignedCertificate {
  readonly pid: string;
  readonly credentialId: string;
  readonly certificate: Certificate;
  readonly registrar: Address;
  readonly signature: Bytes;
}

export function certificateFile(signed: SignedCertificate): CertificateFile {
  const { certificate } = signed;
  return {
    pid: signed.pid,
    credentialId: signed.credentialId,
    authority: toBase64Url(certificate.authority),
    genesisHash: addressFromBytes(certificate.genesisHash),
    programId: certificate.program,
    accountId: toBase64Url(certificate.accountId),
    rpIdHash: toBase64Url(certificate.rpIdHash),
    registrar: signed.registrar,
    issuedAt: Number(certificate.issuedAt),
    signature: toBase64Url(signed.signature),
  };
}

/**
 * Reads a player's certificate file; returns null for anything else. It does not check the registrar's
 * signature; the chain does.
 */
export function readCertificateFile(value: unknown): SignedCertificate | null {
  if (typeof value !== 'object' || value === null) return null;
  const field = (name: keyof CertificateFile): unknown => (value as Record<string, unknown>)[name];
  const text = (name: keyof CertificateFile): string => {
    const found = field(name);
    if (typeof found !== 'string') throw new RangeError(`${name} must be a text`);
    return found;
  };
  const address = (name: keyof CertificateFile): Address => {
    const found = text(name);
    if (!isAddress(found)) throw new RangeError(`${name} must be an address`);
    return found;
  };
  try {
    const [signature, authority] = [fromBase64Url(text('signature')), fromBase64Url(text('authority'))];
    const issuedAt = field('issuedAt');
    if (signature.length !== 64 || authority.length !== 33 || !Number.isSafeInteger(issuedAt)) return null;
    return {
      pid: text('pid'),
      credentialId: text('credentialId'),
      certificate: {
        genesisHash: toBytes32(addressBytes(address('genesisHash'))),
        program: address('programId'),
        accountId: toBytes32(fromBase64Url(text('accountId'))),
        authority: brandPasskeyPoint(authority),
        rpIdHash: toBytes32(fromBase64Url(text('rpIdHash'))),
        issuedAt: BigInt(issuedAt as number),
      },
      registrar: address('registrar'),
      signature,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
