import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyRule, type Input } from '@pid/contract';
import {
  accountIdFromPid,
  addressBytes,
  decodeBase58,
  deriveWallet,
  encodeBase58,
  isAddress,
  MAX_FORWARDED_ACCOUNTS,
  playMessage,
  playTransaction,
  toAddress,
  type Address,
  type PlayTerms,
} from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import { pidOf } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { decodeBase64Url } from '../platform/base64url.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { describeChainError } from '../relay/index.ts';
import { insertMove, reservePlay } from './play.store.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';
import { findPlayer, type SessionGrant } from './session-grants.store.ts';
import { readStates } from './session-state.ts';
import type { SessionGrantConfig } from './settings.ts';

export interface PlayDeps {
  readonly config: Pick<
    SessionGrantConfig,
    'playIdentityCapLamports' | 'playGlobalCapLamports' | 'playUnitPriceMicroLamports' | 'relayTimeoutSeconds'
  >;
  readonly db: Database;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly allowlist: ProgramAllowlist;
}

type Move = Input<'executeMove'>;

const playUnitLimit = 200_000;

export function playTerms(
  { chain, config }: Pick<PlayDeps, 'chain' | 'config'>,
  blockhash: string,
): PlayTerms {
  return {
    sponsor: chain.keys.playSponsor.address,
    blockhash: toAddress(blockhash),
    unitLimit: playUnitLimit,
    unitPriceMicroLamports: BigInt(config.playUnitPriceMicroLamports),
  };
}

/**
 * Pays for a move of an active session. PID builds the transaction, and the sponsor signs only for its fee. A
 * repeated request is the same transaction, so a lost response costs nothing twice.
 */
export async function executeMove(deps: PlayDeps, move: Move): Promise<{ signature: string; slot: bigint }> {
  assertKeys(move);
  const player = await findPlayer(deps.db, move.sessionAddress);
  if (!player) throw refuse('no_such_session');
  if (player.status !== 'active') throw refuse('identity_suspended');
  const { grant } = player;
  if (!deps.allowlist.has(grant.allowedProgram)) throw refuse('move_refused', { reason: 'game_not_allowed' });
  const wallet = deriveWallet(deps.chain.programId, accountIdFromPid(pidOf(player.handle)));
  const message = readMessage(deps, wallet, grant, move);
  const sessionSignature = decodeBase58(move.signature);
  if (sessionSignature?.length !== 64 || !isSignedBy(grant.sessionPubkey, message, sessionSignature))
    throw refuse('move_refused', { reason: 'signature_wrong' });
  const wire = playTransaction(message, await deps.chain.keys.playSponsor.sign(message), sessionSignature);
  const signature = encodeBase58(wire.subarray(1, 65));
  const landed = await statusOf(deps, signature);
  if (landed) return landed;
  const [live] = await readStates(deps.chain, wallet.account, [grant]);
  if (live?.state !== 'active') throw refuse('session_not_alive', { reason: live?.ended ?? 'closed' });
  const fee = await orChainError(deps.chain.client.feeForMessage(message));
  if (fee === null) throw refuse('move_refused', { reason: 'blockhash_expired' });
  await assertCostsFeeOnly(deps, wire, fee);
  await reserve(deps, grant, signature, fee);
  return land(deps, wire, signature);
}

/** The pattern in the schema accepts some texts that do not decode to 32 bytes. */
function assertKeys({ sessionAddress, blockhash, accounts }: Move): void {
  const keys = {
    sessionAddress,
    blockhash,
    ...Object.fromEntries(accounts.map(({ address }, index) => [`accounts[${index}].address`, address])),
  };
  const broken = Object.entries(keys).filter(([, value]) => !isAddress(value));
  if (broken.length > 0) throw invalid(...broken.map(([field]) => `${field} ${keyRule}`));
}

function readMessage(
  deps: PlayDeps,
  wallet: { program: Address; account: Address; vault: Address },
  grant: SessionGrant,
  move: Move,
): Uint8Array {
  const data = decodeBase64Url(move.data);
  if (!data) throw invalid('data must be unpadded base64url');
  if (move.accounts.length > MAX_FORWARDED_ACCOUNTS)
    throw refuse('move_refused', { reason: 'too_many_accounts', most: MAX_FORWARDED_ACCOUNTS });
  const ours = new Set<string>([
    wallet.vault,
    ...Object.values(deps.chain.keys).map(({ address }) => address),
  ]);
  if (move.accounts.some(({ address }) => ours.has(address)))
    throw refuse('move_refused', { reason: 'own_account' });
  const accounts = move.accounts.map(({ address, writable }) => ({ address: toAddress(address), writable }));
  try {
    return playMessage(wallet, playTerms(deps, move.blockhash), {
      session: grant.sessionAddress,
      sessionPubkey: grant.sessionPubkey,
      allowedProgram: grant.allowedProgram,
      data,
      accounts,
    });
  } catch (error) {
    if (error instanceof RangeError)
      throw refuse('move_refused', { reason: 'too_large', detail: error.message });
    throw error;
  }
}

// RFC 8410 section 4: a SubjectPublicKeyInfo is this head and the 32 bytes of the key.
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

function isSignedBy(key: Address, message: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = createPublicKey({
    key: Buffer.concat([spkiHead, addressBytes(key)]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, message, publicKey, signature);
}

/**
 * Simulates the move. It must succeed and cost the sponsor only the fee. Other moves may spend from the
 * sponsor concurrently, so the balances before and after the simulation are the bounds.
 */
async function assertCostsFeeOnly({ chain }: PlayDeps, wire: Uint8Array, fee: bigint): Promise<void> {
  const { client } = chain;
  const sponsor = chain.keys.playSponsor.address;
  const before = await orChainError(client.account(sponsor));
  const outcome = await orChainError(
    client.simulate(wire, { accounts: [sponsor], minContextSlot: before.slot }),
  );
  if (outcome.error === 'InsufficientFundsForFee' || outcome.error === 'AccountNotFound')
    throw refuse('sponsor_balance_low');
  if (outcome.error !== null)
    throw refuse('move_refused', {
      reason: 'chain_would_refuse',
      detail: describeChainError(outcome.error),
    });
  const after = await orChainError(client.account(sponsor, { minContextSlot: outcome.slot }));
  const balances = [before.account?.lamports ?? 0n, after.account?.lamports ?? 0n];
  const left = (outcome.accounts[0]?.lamports ?? 0n) + fee;
  if (left < balances.reduce((low, value) => (value < low ? value : low)))
    throw refuse('move_refused', { reason: 'too_costly' });
}

async function reserve(
  { db, clock, config }: PlayDeps,
  grant: SessionGrant,
  signature: string,
  lamports: bigint,
): Promise<void> {
  const now = clock.now();
  const day = now.toISOString().slice(0, 10);
  await db.transaction(async (tx) => {
    const { identityId, sessionAddress } = grant;
    if (!(await insertMove(tx, { signature, identityId, sessionAddress, lamports, now }))) return;
    const capLamports = BigInt(config.playIdentityCapLamports);
    if (!(await reservePlay(tx, { day, holder: identityId, lamports, capLamports }))) {
      const seconds = Math.ceil((Date.parse(`${day}T24:00:00Z`) - now.getTime()) / 1000);
      throw refuse('play_identity_cap').retryAfter(seconds);
    }
    if (
      !(await reservePlay(tx, {
        day,
        holder: 'all',
        lamports,
        capLamports: BigInt(config.playGlobalCapLamports),
      }))
    )
      throw refuse('play_global_cap');
  });
}

/** Returns null until the chain has confirmed the transaction. */
async function statusOf(
  { chain }: PlayDeps,
  signature: string,
): Promise<{ signature: string; slot: bigint } | null> {
  const [status] = await orChainError(chain.client.statuses([signature]));
  if (!status || status.commitment === 'processed') return null;
  if (status.error)
    throw refuse('move_refused', { reason: 'chain_refused', detail: describeChainError(status.error) });
  return { signature, slot: status.slot };
}

/**
 * Sends the same bytes until they are confirmed or the request times out. The transaction can take effect at
 * most once.
 */
async function land(
  deps: PlayDeps,
  wire: Uint8Array,
  signature: string,
): Promise<{ signature: string; slot: bigint }> {
  const { clock, chain, config } = deps;
  const endsMillis = clock.nowMillis() + config.relayTimeoutSeconds * 1000;
  const { pace } = chain;
  for (let sentMillis = 0; clock.nowMillis() < endsMillis; await sleep(pace.slotMillis() / 2)) {
    if (clock.nowMillis() - sentMillis >= pace.sending().resendMillis) {
      sentMillis = clock.nowMillis();
      await chain.client.send(wire).catch(() => null);
    }
    const landed = await statusOf(deps, signature);
    if (landed) return landed;
  }
  throw refuse('move_not_confirmed');
}
