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

export interface GameMove {
  /** Your program's instruction data. */
  readonly data: Uint8Array;
  /** Your program's accounts, in its order. The session signer among them signs inside the call. */
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

/** The player as your program sees it: the same through every session and every renewal. */
export function playerAddress(programId: string, pid: string, program: string): string {
  const wallet = deriveWallet(toAddress(programId), accountIdFromPid(pid));
  return findSessionSignerAddress(wallet.program, wallet.vault, toAddress(program)).address;
}

/** Signs a move and has it paid for; answers when the chain has confirmed it. */
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
      // Not confirmed in time: the same request joins the same transaction and never makes a second one.
      if (!(error instanceof PidError) || error.status !== 504 || attempt === attemptsMax) throw error;
    }
  }
}

const attemptsMax = 3;
/** A move is answered when the chain has confirmed it. */
const moveTimeoutMillis = 60_000;
