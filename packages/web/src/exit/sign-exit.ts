import {
  assertionMessage,
  challengeFor,
  clientDataTail,
  decompressP256,
  exitSolInstruction,
  exitSplInstruction,
  fromBase64Url,
  lowSFromDer,
  passkeyInstruction,
  toBase64Url,
} from '@pid/protocol';
import type { Address, PasskeyAssertion, PasskeyPoint, ProgramInstruction } from '@pid/protocol';
import { signWithPasskey } from '../passkeys/ceremony.ts';
import { ExitProblem } from './exit-problem.ts';
import { readChainTime } from './read-vault.ts';
import type { Holding, Vault } from './read-vault.ts';
import type { Rpc } from './rpc.ts';

/** The longest that the program allows is 600. */
const HOLDS_SECONDS = 540n;

export interface ExitWish {
  readonly holding: Holding;
  readonly destination: Address;
  readonly amount: bigint;
}

/** A passkey's word for one exit; whoever pays the fee may send it. */
export interface SignedExit {
  instructionsFor(payer: Address): readonly ProgramInstruction[];
}

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

export async function signExit(rpc: Rpc, vault: Vault, wish: ExitWish, host: string): Promise<SignedExit> {
  const { wallet, config, account } = vault;
  const { destination, amount, holding } = wish;
  const expiry = (await readChainTime(rpc)) + HOLDS_SECONDS;
  const { nonce } = account;
  const challenge = challengeFor(
    { ...wallet, genesisHash: config.genesisHash, nonce, expiry },
    { action: 'exit', mint: holding.mint, destination, amount },
  );
  const signed = await signWithPasskey({
    challenge: toBase64Url(challenge),
    rpId: host,
    userVerification: 'required',
  });
  const assertion = {
    signature: fromBase64Url(signed.signature),
    authenticatorData: fromBase64Url(signed.authenticatorData),
    clientDataJSON: fromBase64Url(signed.clientDataJSON),
  };
  if (!(await isSignedBy(account.authority, assertion))) throw new ExitProblem('otherPasskey');
  const tail = clientDataTail(assertion.clientDataJSON, challenge, config.origin);
  if (!tail) throw new ExitProblem('browserWords');
  const proof = passkeyInstruction(account.authority, assertion);
  const terms = { nonce, expiry, tail, destination, amount };
  return {
    instructionsFor: (payer) => [
      proof,
      holding.mint === null
        ? exitSolInstruction(wallet, terms)
        : exitSplInstruction(wallet, {
            ...terms,
            payer,
            mint: holding.mint,
            ...(holding.source === null ? {} : { source: holding.source }),
          }),
    ],
  };
}
