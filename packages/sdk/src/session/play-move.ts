/* oxlint-disable typescript/no-unsafe-type-assertion -- answers of PID have the shapes of its OpenAPI document */
import {
  accountIdFromPid,
  deriveWallet,
  encodeBase58,
  findSessionSignerAddress,
  playMessage,
  toAddress,
  toBase64Url,
} from '@pid/protocol';
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

/** PID said no. `statusCode` 400 with the reason in words when the session has ended: open a new one. */
export class PlayError extends Error {
  override readonly name = 'PlayError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** The player as your program sees it: the same through every session and every renewal. */
export function playerAddress(programId: string, pid: string, program: string): string {
  const wallet = deriveWallet(toAddress(programId), accountIdFromPid(pid));
  return findSessionSignerAddress(wallet.program, wallet.vault, toAddress(program)).address;
}

/** Signs a move and has it paid for; answers when the chain has confirmed it. */
export async function playMove(context: PlayContext, move: GameMove): Promise<{ signature: string }> {
  const terms = await call<Terms>(context.service, 'GET');
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
    accounts: move.accounts,
    blockhash: terms.blockhash,
    signature: encodeBase58(await context.key.sign(message)),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call<{ signature: string }>(context.service, 'POST', body);
    } catch (error) {
      // Not confirmed in time: the same request joins the same transaction and never makes a second one.
      if (!(error instanceof PlayError) || error.statusCode !== 504 || attempt === attemptsMax) throw error;
    }
  }
}

const attemptsMax = 3;

interface Terms {
  readonly sponsor: string;
  readonly blockhash: string;
  readonly unitLimit: number;
  readonly unitPriceMicroLamports: string;
}

async function call<T>(service: string, method: string, body?: unknown): Promise<T> {
  const response = await fetch(`${service}/v1/session-keys/execute`, {
    method,
    credentials: 'omit',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer as T;
  const { message = 'PID did not answer' } = answer as { message?: string | string[] };
  throw new PlayError(response.status, [message].flat().join('; '));
}
