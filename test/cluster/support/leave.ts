import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  clientDataTail,
  deriveWallet,
  exitSolInstruction,
  fromBase64Url,
  passkeyInstruction,
  toAddress,
  type Address,
  type ProgramInstruction,
} from '../../../packages/protocol/src/index.ts';
import type { WalletOwner } from '../../../packages/server/test/account-helper.ts';

interface ChainView {
  readonly programId: string;
  readonly genesisHash: string;
  readonly origin: string;
}

/** What the page /exit builds: the passkey's word and the exit, for anybody to pay and send. */
export function exitInstructions(
  owner: WalletOwner,
  chain: ChainView,
  wish: { destination: Address; amount: bigint; nonce: bigint; expiry: bigint },
): ProgramInstruction[] {
  const wallet = deriveWallet(toAddress(chain.programId), accountIdFromPid(owner.pid));
  const { destination, amount, nonce, expiry } = wish;
  const challenge = challengeFor(
    { ...wallet, genesisHash: addressBytes(toAddress(chain.genesisHash)), nonce, expiry },
    { action: 'exit', mint: null, destination, amount },
  );
  const signed = owner.passkey.assert(challenge);
  const assertion = {
    signature: fromBase64Url(signed.signature),
    authenticatorData: fromBase64Url(signed.authenticatorData),
    clientDataJSON: fromBase64Url(signed.clientDataJSON),
  };
  const tail = clientDataTail(assertion.clientDataJSON, challenge, chain.origin);
  if (!tail) throw new Error('The passkey did not sign as browsers do');
  return [
    passkeyInstruction(brandPasskeyPoint(owner.passkey.publicKey), assertion),
    exitSolInstruction(wallet, { nonce, expiry, tail, destination, amount }),
  ];
}
