import { readCertificate } from '@pid/protocol';
import { RegistrarRefusal, type Activation, type Registrar } from './judge-activation.ts';

/** No message of a transaction begins with it. */
export const certificateMark = 0xff;

const aheadSecondsMax = 60n;
const behindSecondsMax = 600n;

/** Reads a certificate of this program that is dated now: one of another day could outdo, or be outdone by, what it should not. */
export function judgeCertificate(message: Uint8Array, { programId }: Registrar, seconds: bigint): Activation {
  const certificate = readCertificate(message);
  if (!certificate) throw new RegistrarRefusal('it is not a certificate');
  if (certificate.program !== programId) throw new RegistrarRefusal('it is for another program');
  if (certificate.issuedAt > seconds + aheadSecondsMax || certificate.issuedAt < seconds - behindSecondsMax)
    throw new RegistrarRefusal('it is not dated now');
  return { accountId: certificate.accountId, authority: certificate.authority };
}
