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

/** The chain and the program that every signed payload contains. */
export interface ProgramScope {
  readonly genesisHash: Bytes32;
  readonly program: Address;
}

/** A validated request in the types of the protocol. */
interface Grant {
  readonly scope: PayloadScope;
  readonly intent: RegisterSessionIntent;
}

export interface DescribedGrant extends Grant {
  readonly sessionAddress: Address;
  /** The challenge that the owner's passkey signs. */
  readonly challenge: Bytes32;
}

/**
 * All keys are already validated. `recordedAuthority` is ignored if `recordedHasAuthority` is false, because
 * the program also uses zeros then.
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

/** Computes the session's address and the owner's challenge exactly as the program does. */
export function describeGrant(program: ProgramScope, body: RegisterSession): DescribedGrant {
  const { scope, intent } = readGrant(program, body);
  return {
    scope,
    intent,
    sessionAddress: findSessionAddress(scope.program, scope.vault, intent.sessionPubkey).address,
    challenge: challengeFor(scope, intent),
  };
}
