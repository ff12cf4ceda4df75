import { createHash } from 'node:crypto';
import {
  address as toAddress,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
} from '@solana/kit';
import { askPid } from './ask-pid.ts';
import { decodeBoard, findBoardAddress, openBoardInstruction, type Board } from './tic-tac-toe.ts';

export interface BoardDeps {
  readonly service: string;
  readonly rpcUrl: string;
  readonly game: Address;
}

const rentLamports = '100000000';
const waitMillis = 200;
const waitsMax = 100;

/** Reads the board of a player. Creates it on first use, at the studio's cost. */
export async function readBoard(
  deps: BoardDeps,
  player: string,
): Promise<Board & { readonly address: Address }> {
  const rpc = createSolanaRpc(deps.rpcUrl);
  const address = await findBoardAddress(deps.game, toAddress(player));
  for (let attempt = 0; attempt < waitsMax; attempt += 1) {
    const { value } = await rpc
      .getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' })
      .send();
    const board = value && decodeBoard(new Uint8Array(Buffer.from(value.data[0], 'base64')));
    if (board) return { ...board, address };
    if (attempt === 0) await openBoard(deps, toAddress(player));
    await new Promise((resolve) => setTimeout(resolve, waitMillis));
  }
  throw new Error('The board could not be opened');
}

/** The studio's own key pays the rent. On the development chain, the faucet funds the studio. */
async function openBoard({ service, rpcUrl, game }: BoardDeps, player: Address): Promise<void> {
  const rpc = createSolanaRpc(rpcUrl);
  const studio = await createKeyPairSignerFromPrivateKeyBytes(
    createHash('sha256').update(`example studio ${service}`).digest(),
  );
  await askPid(`${service}/v1/dev/airdrop`, { address: studio.address, lamports: rentLamports });
  for (let attempt = 0; attempt < waitsMax; attempt += 1) {
    const { value } = await rpc.getBalance(studio.address, { commitment: 'confirmed' }).send();
    if (value > 0n) break;
    await new Promise((resolve) => setTimeout(resolve, waitMillis));
  }
  const opening = await openBoardInstruction(game, studio.address, player);
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const transaction = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(studio, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstruction(opening, message),
    ),
  );
  await rpc
    .sendTransaction(getBase64EncodedWireTransaction(transaction), {
      encoding: 'base64',
      preflightCommitment: 'confirmed',
    })
    .send();
}
