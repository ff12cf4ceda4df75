import type { Bytes32, PasskeyPoint } from './brands.ts';
import { toBase64Url } from './base64url.ts';
import { ByteWriter, concatBytes, equalBytes, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { SECP256R1_PROGRAM } from './constants.ts';
import type { ProgramInstruction } from './instruction.ts';
import { isLowS, lowSFromDer } from './signature.ts';
import { sha256 } from '#sha256';

/** authenticatorData of an assertion without extensions: rpIdHash, flags, counter. */
export const AUTHENTICATOR_DATA_BYTES = 37;
const MESSAGE_BYTES = AUTHENTICATOR_DATA_BYTES + 32;
const PUBLIC_KEY_OFFSET = 16;
const SIGNATURE_OFFSET = PUBLIC_KEY_OFFSET + 33;
const MESSAGE_OFFSET = SIGNATURE_OFFSET + 64;
const THIS_INSTRUCTION = 0xffff;
const CROSS_ORIGIN = utf8('"crossOrigin":true');

/** An assertion from the browser, decoded from base64url. */
export interface PasskeyAssertion {
  readonly signature: Uint8Array;
  readonly authenticatorData: Uint8Array;
  readonly clientDataJSON: Uint8Array;
}

/**
 * Returns the beginning that every browser writes (WebAuthn L3, 5.8.1.1). The program builds the same bytes
 * and takes only the rest.
 */
export function clientDataPrefix(challenge: Bytes32, origin: string): Bytes {
  return utf8(`{"type":"webauthn.get","challenge":"${toBase64Url(challenge)}","origin":"${origin}"`);
}

/** Returns the tail of clientDataJSON that goes to the chain, or null if the program would refuse it. */
export function clientDataTail(clientDataJSON: Uint8Array, challenge: Bytes32, origin: string): Bytes | null {
  const prefix = clientDataPrefix(challenge, origin);
  if (!equalBytes(clientDataJSON.subarray(0, prefix.length), prefix)) return null;
  const tail = clientDataJSON.slice(prefix.length);
  const first = String.fromCharCode(tail[0] ?? 0);
  if ((first !== ',' && first !== '}') || contains(tail, CROSS_ORIGIN)) return null;
  return tail;
}

/** Returns the message that the authenticator signed. */
export function assertionMessage(authenticatorData: Uint8Array, clientDataJSON: Uint8Array): Bytes {
  return concatBytes(authenticatorData, sha256(clientDataJSON));
}

/**
 * Builds the secp256r1 precompile's instruction for one passkey assertion, in the only layout that the
 * program accepts. It must be right before the program's instruction.
 */
export function passkeyInstruction(authority: PasskeyPoint, assertion: PasskeyAssertion): ProgramInstruction {
  const signature = lowSFromDer(assertion.signature);
  const message = assertionMessage(assertion.authenticatorData, assertion.clientDataJSON);
  return secp256r1Instruction(authority, signature, message);
}

export function secp256r1Instruction(
  authority: PasskeyPoint,
  rawSignature: Uint8Array,
  message: Uint8Array,
): ProgramInstruction {
  if (message.length !== MESSAGE_BYTES) {
    throw new RangeError(
      `authenticatorData must be ${AUTHENTICATOR_DATA_BYTES} bytes: extensions are not supported`,
    );
  }
  return precompileInstruction(authority, rawSignature, message);
}

/** The same for a key without an authenticator: a recovery sheet signs the challenge itself. */
export function sheetInstruction(
  sheet: PasskeyPoint,
  rawSignature: Uint8Array,
  challenge: Bytes32,
): ProgramInstruction {
  return precompileInstruction(sheet, rawSignature, challenge);
}

function precompileInstruction(
  authority: PasskeyPoint,
  rawSignature: Uint8Array,
  message: Uint8Array,
): ProgramInstruction {
  if (!isLowS(rawSignature)) throw new RangeError('signature must be 64 bytes with a low s');
  const data = new ByteWriter(MESSAGE_OFFSET + message.length)
    .u8(1)
    .u8(0)
    .u16(SIGNATURE_OFFSET)
    .u16(THIS_INSTRUCTION)
    .u16(PUBLIC_KEY_OFFSET)
    .u16(THIS_INSTRUCTION)
    .u16(MESSAGE_OFFSET)
    .u16(message.length)
    .u16(THIS_INSTRUCTION)
    .bytes(authority, 33, 'authority')
    .bytes(rawSignature, 64, 'signature')
    .bytes(message, message.length, 'message')
    .finish();
  return { programAddress: SECP256R1_PROGRAM, accounts: [], data };
}

function contains(bytes: Uint8Array, needle: Uint8Array): boolean {
  for (let i = 0; i + needle.length <= bytes.length; i++) {
    if (equalBytes(bytes.subarray(i, i + needle.length), needle)) return true;
  }
  return false;
}
