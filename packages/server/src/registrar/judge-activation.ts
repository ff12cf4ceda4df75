import {
  COMPUTE_BUDGET_PROGRAM,
  INSTRUCTION_TAGS,
  SECP256R1_PROGRAM,
  SYSTEM_PROGRAM,
  brandPasskeyPoint,
  toBytes32,
  type Address,
  type Bytes32,
  type PasskeyPoint,
} from '@pid/protocol';
import { getCompiledTransactionMessageDecoder, type CompiledTransactionMessage } from '@solana/kit';
import { whySponsorshipRefused } from './judge-sponsorship.ts';

/** Why the registrar does not sign, for the operator's log. */
export class RegistrarRefusal extends Error {
  override readonly name = 'RegistrarRefusal';
}

export interface Activation {
  readonly accountId: Bytes32;
  readonly authority: PasskeyPoint;
}

export interface Registrar {
  readonly programId: Address;
  readonly address: Address;
}

const registrarPosition = 1;
const fixedBytes = 86;
const decoder = getCompiledTransactionMessageDecoder();

/** Reads the one activation in a message and refuses a message that contains anything else. */
export function judgeActivation(messageBytes: Uint8Array, { programId, address }: Registrar): Activation {
  const message = decode(messageBytes);
  const { staticAccounts, instructions, header } = message;
  const signer = staticAccounts.indexOf(address);
  if (signer < 0 || signer >= header.numSignerAccounts)
    throw new RegistrarRefusal('the registrar signs nothing in it');
  if (signer < header.numSignerAccounts - header.numReadonlySignerAccounts)
    throw new RegistrarRefusal('the registrar would be charged');
  const own = instructions.filter(
    ({ programAddressIndex }) => staticAccounts[programAddressIndex] === programId,
  );
  const helpers = instructions.filter((instruction) => !own.includes(instruction));
  const allowed: readonly string[] = [COMPUTE_BUDGET_PROGRAM, SECP256R1_PROGRAM, SYSTEM_PROGRAM];
  if (
    !helpers.every(({ programAddressIndex }) => allowed.includes(staticAccounts[programAddressIndex] ?? ''))
  )
    throw new RegistrarRefusal('it calls a program that activations do not call');
  if (helpers.some(({ accountIndices }) => (accountIndices ?? []).includes(signer)))
    throw new RegistrarRefusal('another instruction uses the registrar');
  const [activation] = own;
  if (!activation || own.length > 1 || activation.data?.[0] !== INSTRUCTION_TAGS.activate)
    throw new RegistrarRefusal('it is not one activation');
  if (activation.accountIndices?.[registrarPosition] !== signer)
    throw new RegistrarRefusal('the registrar is not in its place');
  const data = new Uint8Array(activation.data);
  if (data.length < fixedBytes) throw new RegistrarRefusal('it is not one activation');
  const refusal = whySponsorshipRefused(message, programId, activation);
  if (refusal !== null) throw new RegistrarRefusal(refusal);
  return {
    accountId: toBytes32(data.slice(1, 33)),
    authority: brandPasskeyPoint(data.slice(33, 66)),
  };
}

function decode(messageBytes: Uint8Array): CompiledTransactionMessage & { version: 0 } {
  let message: CompiledTransactionMessage;
  let length: number;
  try {
    [message, length] = decoder.read(messageBytes, 0);
  } catch (error) {
    throw new RegistrarRefusal('it is not a message', { cause: error });
  }
  if (length !== messageBytes.length) throw new RegistrarRefusal('it is followed by other bytes');
  if (message.version !== 0 || (message.addressTableLookups ?? []).length > 0)
    throw new RegistrarRefusal('it is not a message of version 0 without lookup tables');
  return message;
}
