import { readCertificate } from '@pid/protocol';
import { RegistrarRefusal, type Activation, type Registrar } from './judge-activation.ts';

/** No transaction message begins with this byte. */
export const certificateMark = 0xff;

const aheadSecondsMax = 60n;
const behindSecondsMax = 600n;

/**
 * Reads a certificate of this program and refuses a date that is not current: the date decides which of two
 * certificates takes precedence.
 */
export function judgeCertificate(message: Uint8Array, { programId }: Registrar, seconds: bigint): Activation {
  const certificate = readCertificate(message);
  if (!certificate) throw new RegistrarRefusal('it is not a certificate');
  if (certificate.program !== programId) throw new RegistrarRefusal('it is for another program');
  if (certificate.issuedAt > seconds + aheadSecondsMax || certificate.issuedAt < seconds - behindSecondsMax)
    throw new RegistrarRefusal('it is not dated now');
  return { accountId: certificate.accountId, authority: certificate.authority };
}
