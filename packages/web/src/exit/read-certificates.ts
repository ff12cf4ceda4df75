import { addressBytes, certificateMessage, equalBytes, readCertificateFile } from '@pid/protocol';
import type { SignedCertificate } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import type { ExitProblemName } from './exit-problem.ts';
import type { Dormant } from './read-vault.ts';

/** A certificate has about 500 bytes, and nobody has a hundred passkeys. */
export const FILE_BYTES_MAX = 64 * 1024;

/** The file holds one certificate for each passkey; one by itself is taken too. */
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

/** Where this browser can tell; the chain looks again in any case. */
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

/** Those that this wallet can be claimed by, the newest first. Throws what is wrong with the first where none is good. */
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
