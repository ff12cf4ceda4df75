import {
  accountIdFromPid,
  deriveWallet,
  encodeBase58,
  findSessionSignerAddress,
  playMessage,
  toAddress,
  toBase64Url,
} from '@pid/protocol';
import { callPid } from '../call-pid.ts';
import { PidError } from '../pid-error.ts';
import type { SessionKey } from './session-key.ts';

/** A move: an instruction of your program. */
export interface GameMove {
  /** Instruction data for your program. */
  readonly data: Uint8Array;
  /** Accounts of the instruction, in order. The session signer (`player` of the session) signs inside the call. */
  readonly accounts: readonly { readonly address: string; readonly writable: boolean }[];
}

export interface PlayContext {
  readonly service: string;
  readonly programId: string;
  readonly pid: string;
  readonly program: string;
  readonly sessionAddress: string;
  readonly key: SessionKey;
}

/**
 * Returns the address of a player in your program: the session signer. It is the same in every session. `programId` is that of
 * `GET /v1/chain`.
 */
export function playerAddress(programId: string, pid: string, program: string): string {
  const wallet = deriveWallet(toAddress(programId), accountIdFromPid(pid));
  return findSessionSignerAddress(wallet.program, wallet.vault, toAddress(program)).address;
}

/** Signs and submits a move. Resolves when the chain has confirmed it. */
export async function playMove(context: PlayContext, move: GameMove): Promise<{ signature: string }> {
  const call = callPid({ baseUrl: context.service, timeoutMillis: moveTimeoutMillis });
  const terms = await call('getPlayTerms');
  const message = playMessage(
    deriveWallet(toAddress(context.programId), accountIdFromPid(context.pid)),
    {
      sponsor: toAddress(terms.sponsor),
      blockhash: toAddress(terms.blockhash),
      unitLimit: terms.unitLimit,
      unitPriceMicroLamports: BigInt(terms.unitPriceMicroLamports),
    },
    {
      session: toAddress(context.sessionAddress),
      sessionPubkey: toAddress(context.key.address),
      allowedProgram: toAddress(context.program),
      data: move.data,
      accounts: move.accounts.map(({ address, writable }) => ({ address: toAddress(address), writable })),
    },
  );
  const body = {
    sessionAddress: context.sessionAddress,
    data: toBase64Url(move.data),
    accounts: [...move.accounts],
    blockhash: terms.blockhash,
    signature: encodeBase58(await context.key.sign(message)),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call('executeMove', body);
    } catch (error) {
      // The move was not confirmed in time. The same request waits for the same transaction and never creates a second one.
      if (!(error instanceof PidError) || error.status !== 504 || attempt === attemptsMax) throw error;
    }
  }
}

const attemptsMax = 3;
/** The service responds only after the chain has confirmed the move. */
const moveTimeoutMillis = 60_000;
