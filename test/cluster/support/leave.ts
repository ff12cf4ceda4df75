import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  certificateInstruction,
  challengeFor,
  claimInstruction,
  clientDataTail,
  deriveWallet,
  exitSolInstruction,
  fromBase64Url,
  passkeyInstruction,
  readCertificateFile,
  toAddress,
  type Address,
  type Bytes32,
  type ProgramInstruction,
  type WalletAddresses,
} from '../../../packages/protocol/src/index.ts';
import type { WalletOwner } from '../../../packages/server/test/account-helper.ts';

interface ChainView {
  readonly programId: string;
  readonly genesisHash: string;
  readonly origin: string;
}

/** Instructions that the page /exit builds: the passkey's signature and the exit. Any payer can send them. */
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
  const { tail, consent } = signedBy(owner, chain, challenge);
  return [consent, exitSolInstruction(wallet, { nonce, expiry, tail, destination, amount })];
}

/**
 * Instructions that any holder of the certificate and the passkey can send for a wallet that was never
 * activated.
 */
export function claimInstructions(
  owner: WalletOwner,
  chain: ChainView & { readonly chainTime: number },
  file: unknown,
  payer: Address,
): { wallet: WalletAddresses; instructions: ProgramInstruction[] } {
  const { certificate, registrar, signature } = readCertificateFile(file)!;
  const wallet = deriveWallet(certificate.program, certificate.accountId);
  const { authority, rpIdHash, issuedAt } = certificate;
  const expiry = BigInt(chain.chainTime) + 300n;
  const challenge = challengeFor(
    { ...wallet, genesisHash: certificate.genesisHash, nonce: 0n, expiry },
    { action: 'claim', authority, rpIdHash },
  );
  const { tail, consent } = signedBy(owner, chain, challenge);
  const instructions = [
    certificateInstruction(registrar, signature, certificate),
    consent,
    claimInstruction(wallet, { payer, authority, issuedAt, expiry, tail }),
  ];
  return { wallet, instructions };
}

function signedBy(owner: WalletOwner, chain: ChainView, challenge: Bytes32) {
  const signed = owner.passkey.assert(challenge);
  const assertion = {
    signature: fromBase64Url(signed.signature),
    authenticatorData: fromBase64Url(signed.authenticatorData),
    clientDataJSON: fromBase64Url(signed.clientDataJSON),
  };
  const tail = clientDataTail(assertion.clientDataJSON, challenge, chain.origin);
  if (!tail) throw new Error('The passkey did not sign as browsers do');
  return { tail, consent: passkeyInstruction(brandPasskeyPoint(owner.passkey.publicKey), assertion) };
}
