import {
  assertionMessage,
  clientDataTail,
  decompressP256,
  fromBase64Url,
  lowSFromDer,
  passkeyInstruction,
  toBase64Url,
} from '@pid/protocol';
import type { PasskeyAssertion, PasskeyPoint, ProgramInstruction } from '@pid/protocol';
import { signWithPasskey } from '../kit/passkeys/ceremony.ts';
import { ExitProblem } from './exit-problem.ts';
import type { PasskeyPart, Plan } from './plan.ts';

/** The browser offers every passkey of this host, but only one of them guards the wallet. */
async function isSignedBy(authority: PasskeyPoint, assertion: PasskeyAssertion): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('raw', decompressP256(authority), algorithm, false, ['verify']);
  return crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    lowSFromDer(assertion.signature),
    assertionMessage(assertion.authenticatorData, assertion.clientDataJSON),
  );
}

async function askPasskey({ challenge, credentialId }: PasskeyPart, host: string): Promise<PasskeyAssertion> {
  const signed = await signWithPasskey({
    challenge: toBase64Url(challenge),
    rpId: host,
    userVerification: 'required',
    ...(credentialId !== null && { allowCredentials: [{ id: credentialId, type: 'public-key' }] }),
  });
  return {
    signature: fromBase64Url(signed.signature),
    authenticatorData: fromBase64Url(signed.authenticatorData),
    clientDataJSON: fromBase64Url(signed.clientDataJSON),
  };
}

/**
 * Requests the passkey's signature if the plan needs one, and returns the plan's instructions in order, with
 * the signature.
 */
export async function signPlan(plan: Plan, host: string): Promise<readonly ProgramInstruction[]> {
  const { passkey, first } = plan;
  if (passkey === null) return [...first, plan.last(new Uint8Array())];
  const assertion = await askPasskey(passkey, host);
  if (!(await isSignedBy(passkey.authority, assertion))) throw new ExitProblem('otherPasskey');
  const tail = clientDataTail(assertion.clientDataJSON, passkey.challenge, passkey.origin);
  if (!tail) throw new ExitProblem('browserWords');
  return [...first, passkeyInstruction(passkey.authority, assertion), plan.last(tail)];
}
