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
import { signWithPasskey } from '../passkeys/ceremony.ts';
import { ExitProblem } from './exit-problem.ts';
import type { ExitPlan } from './plan-exit.ts';

/** A browser offers every passkey of this host; only one of them guards the wallet. */
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

/** Asks the passkey and answers the instructions of the plan, in their order, with its signature in them. */
export async function signExit(plan: ExitPlan, host: string): Promise<readonly ProgramInstruction[]> {
  const { account, config } = plan.vault;
  const signed = await signWithPasskey({
    challenge: toBase64Url(plan.challenge),
    rpId: host,
    userVerification: 'required',
  });
  const assertion = {
    signature: fromBase64Url(signed.signature),
    authenticatorData: fromBase64Url(signed.authenticatorData),
    clientDataJSON: fromBase64Url(signed.clientDataJSON),
  };
  if (!(await isSignedBy(account.authority, assertion))) throw new ExitProblem('otherPasskey');
  const tail = clientDataTail(assertion.clientDataJSON, plan.challenge, config.origin);
  if (!tail) throw new ExitProblem('browserWords');
  return [
    ...(plan.tokenAccount ? [plan.tokenAccount] : []),
    passkeyInstruction(account.authority, assertion),
    plan.exit(tail),
  ];
}
