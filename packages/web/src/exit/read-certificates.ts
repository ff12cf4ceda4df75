import { addressBytes, certificateMessage, equalBytes, readCertificateFile } from '@pid/protocol';
import type { SignedCertificate } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import type { ExitProblemName } from './exit-problem.ts';
import type { Dormant } from './read-vault.ts';

/** A certificate has about 500 bytes, and no player has a hundred passkeys. */
export const FILE_BYTES_MAX = 64 * 1024;

/** Reads a file with one certificate per passkey. A file with a single certificate is accepted too. */
export function parseCertificates(text: string): readonly SignedCertificate[] {
  if (text.length > FILE_BYTES_MAX) return [];
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value])
      .map((entry) => readCertificateFile(entry))
      .filter((entry) => entry !== null);
  } catch {
    return [];
  }
}

/** Returns false if this browser cannot verify Ed25519. The chain verifies the signature in any case. */
async function isForged({ registrar, signature, certificate }: SignedCertificate): Promise<boolean> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', addressBytes(registrar), { name: 'Ed25519' }, false, [
      'verify',
    ]);
  } catch {
    return false;
  }
  const message = new Uint8Array(certificateMessage(certificate));
  return !(await crypto.subtle.verify({ name: 'Ed25519' }, key, new Uint8Array(signature), message));
}

async function problemOf(signed: SignedCertificate, dormant: Dormant): Promise<ExitProblemName | null> {
  const { certificate, registrar } = signed;
  const { wallet, config, genesisHash, claim } = dormant;
  if (certificate.program !== wallet.program) return 'certificateProgram';
  if (!equalBytes(certificate.genesisHash, genesisHash)) return 'certificateChain';
  if (!equalBytes(certificate.accountId, wallet.accountId)) return 'certificatePlayer';
  if (!equalBytes(certificate.rpIdHash, config.rpIdHash)) return 'certificateHost';
  if (registrar !== config.registrar) return 'certificateRegistrar';
  if (await isForged(signed)) return 'certificateForged';
  return claim !== null && certificate.issuedAt <= claim.issuedAt ? 'certificateNotLater' : null;
}

/**
 * Returns the certificates that can claim this wallet, newest first. If there is none, throws the problem of
 * the first certificate.
 */
export async function readCertificates(
  text: string,
  dormant: Dormant,
): Promise<readonly [SignedCertificate, ...SignedCertificate[]]> {
  const read = parseCertificates(text);
  const problems = await Promise.all(read.map((entry) => problemOf(entry, dormant)));
  const [best, ...others] = read
    .filter((_, index) => problems[index] === null)
    .toSorted((left, right) => Number(right.certificate.issuedAt - left.certificate.issuedAt));
  if (!best) throw new ExitProblem(problems.find((problem) => problem !== null) ?? 'badCertificate');
  return [best, ...others];
}
