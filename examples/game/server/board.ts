import { createHash } from 'node:crypto';
import type { Client } from '@pid/contract/client';
import { decodeBoard, findBoardAddress, openBoardInstruction, type Board } from '@pid/program';
import { toAddress, type Address } from '@pid/protocol';
import {
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';

export interface BoardDeps {
  readonly pid: Client;
  readonly service: string;
  readonly rpcUrl: string;
  readonly game: Address;
}

const rentLamports = '100000000';
const waitMillis = 200;
const waitsMax = 100;

/** The board of a player; opened on first sight, at the studio's cost. */
export async function readBoard(deps: BoardDeps, player: string): Promise<Board> {
  const rpc = createSolanaRpc(deps.rpcUrl);
  const address = findBoardAddress(deps.game, toAddress(player)).address;
  for (let attempt = 0; attempt < waitsMax; attempt += 1) {
    const { value } = await rpc
      .getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' })
      .send();
    const board = value && decodeBoard(new Uint8Array(Buffer.from(value.data[0], 'base64')));
    if (board) return board;
    if (attempt === 0) await openBoard(deps, toAddress(player));
    await new Promise((resolve) => setTimeout(resolve, waitMillis));
  }
  throw new Error('the board could not be opened');
}

/** The studio's own key pays the rent; on the development chain the faucet pays the studio. */
async function openBoard({ pid, service, rpcUrl, game }: BoardDeps, player: Address): Promise<void> {
  const rpc = createSolanaRpc(rpcUrl);
  const studio = await createKeyPairSignerFromPrivateKeyBytes(
    createHash('sha256').update(`example studio ${service}`).digest(),
  );
  await pid.call('requestAirdrop', { address: studio.address, lamports: rentLamports });
  for (let attempt = 0; attempt < waitsMax; attempt += 1) {
    const { value } = await rpc.getBalance(studio.address, { commitment: 'confirmed' }).send();
    if (value > 0n) break;
    await new Promise((resolve) => setTimeout(resolve, waitMillis));
  }
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const transaction = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(studio, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) =>
        appendTransactionMessageInstruction(openBoardInstruction(game, studio.address, player), message),
    ),
  );
  await rpc
    .sendTransaction(getBase64EncodedWireTransaction(transaction), {
      encoding: 'base64',
      preflightCommitment: 'confirmed',
    })
    .send();
}
