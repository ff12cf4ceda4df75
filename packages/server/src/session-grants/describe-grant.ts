import {
  accountIdFromHex,
  challengeFor,
  findSessionAddress,
  type Address,
  type Bytes32,
  type PayloadScope,
  type RegisterSessionIntent,
} from '@pid/protocol';
import type { RegisterSession } from '@pid/contract';

/** The chain and the program that every payload names. */
export interface ProgramScope {
  readonly genesisHash: Bytes32;
  readonly program: Address;
}

/** A judged request in the types of the protocol. */
interface Grant {
  readonly scope: PayloadScope;
  readonly intent: RegisterSessionIntent;
}

export interface DescribedGrant extends Grant {
  readonly sessionAddress: Address;
  /** What the owner's passkey signs. */
  readonly challenge: Bytes32;
}

/**
 * Every key was judged to be one. An authority that is given although there is none is not part of what is signed: the program
 * would see zeros too.
 */
function readGrant({ genesisHash, program }: ProgramScope, body: RegisterSession): Grant {
  return {
    scope: {
      genesisHash,
      program,
      accountId: accountIdFromHex(body.accountId),
      vault: body.vault as Address,
      nonce: BigInt(body.nonce),
      expiry: BigInt(body.deadline),
    },
    intent: {
      action: 'registerSession',
      sessionPubkey: body.sessionPubkey as Address,
      allowedProgram: body.allowedProgram as Address,
      expiresAt: BigInt(body.expiresAt),
      recordedAuthority:
        body.recordedHasAuthority && body.recordedAuthority !== undefined
          ? (body.recordedAuthority as Address)
          : null,
      recordedSlot: BigInt(body.recordedSlot),
    },
  };
}

/** The session's address and the owner's challenge, exactly as the program computes them. */
export function describeGrant(program: ProgramScope, body: RegisterSession): DescribedGrant {
  const { scope, intent } = readGrant(program, body);
  return {
    scope,
    intent,
    sessionAddress: findSessionAddress(scope.program, scope.vault, intent.sessionPubkey).address,
    challenge: challengeFor(scope, intent),
  };
}
