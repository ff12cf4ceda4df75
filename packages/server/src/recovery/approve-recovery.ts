import { createPublicKey, verify } from 'node:crypto';
import type { Input } from '@pid/contract';
import {
  RECOVERY_LIFE_SECONDS,
  brandPasskeyPoint,
  canonicalJson,
  challengeFor,
  decodeAccount,
  decompressP256,
  derFromRaw,
  equalBytes,
  findAccountAddress,
  fromBase64Url,
  guardianKey,
  isLowS,
  sheetInstruction,
  toHex,
  voteRecoveryInstruction,
  type Address,
  type Guardian,
  type Intent,
  type PasskeyPoint,
  type ProgramInstruction,
} from '@pid/protocol';
import { assertExpiry, assertNonce, verifyConsent, type Consent } from '../account/index.ts';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { findActivePasskey } from '../credentials/index.ts';
import { findIdentity, type Identity } from '../identity/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import {
  countVotes,
  voteNonce,
  type DraftMessage,
  type RelayOrder,
  type RelayRequest,
} from '../relay/index.ts';
import { hasLeft } from './guardians.store.ts';
import { orderStep, precompileOf } from './order-step.ts';
import { readRecovery, type RecoveryState } from './read-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { findAttempt, type Attempt } from './recovery.store.ts';
import { isOwnAccount } from './start-recovery.ts';

type Body = Omit<Input<'approveRecovery'>, 'id'>;

interface Approval {
  readonly caller: UserCaller | null;
  readonly origin: AuditOrigin;
  readonly id: string;
  readonly body: Body;
}

/**
 * Sends the vote of one guardian to the chain. A recovery sheet needs no session; other guardians vote from
 * their own session.
 */
export async function approveRecovery(
  deps: RecoveryDeps,
  approval: Approval,
): Promise<{ signature: string }> {
  const attempt = await findAttempt(deps.db, approval.id);
  if (!attempt || attempt.state !== 'open' || attempt.mode !== 'chain') throw refuse('no_such_recovery');
  const owner = await findIdentity(deps.db, attempt.identityId);
  if (!owner || owner.status === 'deleted') throw refuse('no_such_recovery');
  const asked: RelayRequest = {
    identityId: owner.id,
    kind: 'vote_recovery',
    requestHash: sha256(canonicalJson(['vote_recovery', attempt.id, approval.body])),
    idempotencyKey: null,
  };
  const { operation } = await deps.relay.submit(asked, (draftMessage) =>
    orderVote(deps, approval, { attempt, owner, asked, draftMessage }),
  );
  return { signature: operation.signature };
}

async function orderVote(
  deps: RecoveryDeps,
  approval: Approval,
  {
    attempt,
    owner,
    asked,
    draftMessage,
  }: { attempt: Attempt; owner: Identity; asked: RelayRequest; draftMessage: DraftMessage },
): Promise<RelayOrder> {
  const { body, caller, origin } = approval;
  const known = await readRecovery(deps.chain, owner.pid);
  const guardian = known.recovery?.guardians[body.guardian];
  if (!known.recovery || known.recovery.guardians.length === 0) throw refuse('no_recovery_policy');
  if (!guardian) throw refuse('vote_refused', { reason: 'no_such_guardian' });
  assertExpiry(body.expiry, known.state.chainTime);
  assertNonce(body.nonce, known.nonce);
  assertMayVote(known, body);
  assertChanges(known, body.guardian, attempt);
  const intent = {
    action: 'voteRecovery',
    index: body.guardian,
    newAuthority: brandPasskeyPoint(attempt.compressedKey),
    newRpIdHash: known.state.config.rpIdHash,
  } as const;
  const ballot = { known, guardian, body, intent, asked };
  const signed =
    guardian.kind === 'sheet'
      ? signedBySheet(ballot, guardian.key)
      : await signedByPasskey(deps, { caller, origin, owner }, ballot);
  const expiry = BigInt(body.expiry);
  const instruction = voteRecoveryInstruction(known.state.wallet, {
    ...intent,
    nonce: known.nonce,
    expiry,
    tail: signed.consent?.authorized.tail ?? new Uint8Array(0),
    guardianAccount:
      guardian.kind === 'account'
        ? findAccountAddress(deps.chain.programId, guardian.accountId).address
        : null,
  });
  const guardianHex = toHex(guardianKey(guardian));
  return orderStep(draftMessage, known, {
    accountNonce: voteNonce(expiry, body.guardian),
    pool: 'recovery',
    instructions: [signed.precompile, instruction],
    details: { attemptId: attempt.id, guardian: body.guardian, guardianKey: guardianHex },
    consent: signed.consent,
    async record(tx, { account, createdAt: now }) {
      await assertWithinWeek(tx, { account, guardianHex, now });
      await recordAudit(tx, {
        at: now,
        identityId: owner.id,
        actor: caller?.pid ?? 'recovery sheet',
        action: 'recovery.approved',
        target: attempt.id,
        details: { guardian: body.guardian, kind: guardian.kind },
        // The address of a guardian must not be shown to the owner.
        origin: null,
      });
    },
  });
}

/** Per guardian and account, so that no guardian uses up the votes of another. */
const votesPerWeek = 5;
const weekMillis = 7 * 86_400_000;

async function assertWithinWeek(
  tx: Tx,
  { account, guardianHex, now }: { account: Address; guardianHex: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - weekMillis);
  if ((await countVotes(tx, { account, guardianKey: guardianHex, since })) > votesPerWeek)
    throw refuse('too_many_recoveries').retryAfter(86_400);
}

/** Repeating the same vote would only delay the recovery and cost a fee. */
function assertChanges({ recovery, state }: RecoveryState, place: number, { compressedKey }: Attempt): void {
  const vote = recovery?.votes[place];
  if (!vote || !equalBytes(vote.authority, compressedKey)) return;
  if (vote.votedAt + RECOVERY_LIFE_SECONDS > state.chainTime) throw refuse('no_change');
}

function assertMayVote({ recovery, state }: RecoveryState, { guardian, expiry }: Body): void {
  if ((recovery?.barredUntil[guardian] ?? 0n) > state.chainTime)
    throw refuse('vote_refused', { reason: 'barred' });
  if ((recovery?.lastExpiry[guardian] ?? 0n) >= BigInt(expiry))
    throw refuse('vote_refused', { reason: 'expires_too_soon' });
}

interface Ballot {
  readonly known: RecoveryState;
  readonly guardian: Guardian;
  readonly body: Body;
  readonly intent: Intent;
  readonly asked: RelayRequest;
}

interface Signed {
  readonly precompile: ProgramInstruction;
  readonly consent: Consent | null;
}

function signedBySheet({ known, body, intent }: Ballot, key: PasskeyPoint): Signed {
  if (body.signature === undefined || body.assertion)
    throw refuse('vote_refused', { reason: 'sheet_needs_signature' });
  const { state, nonce } = known;
  const challenge = challengeFor(
    {
      genesisHash: state.config.genesisHash,
      ...state.wallet,
      nonce,
      expiry: BigInt(body.expiry),
    },
    intent,
  );
  const signature = fromBase64Url(body.signature);
  const isGood = isLowS(signature) && verify('sha256', challenge, publicKeyOf(key), derFromRaw(signature));
  if (!isGood) throw refuse('vote_refused', { reason: 'signature_wrong' });
  return { precompile: sheetInstruction(key, signature, challenge), consent: null };
}

const spkiPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

function publicKeyOf(point: PasskeyPoint) {
  const key = Buffer.concat([spkiPrefix, decompressP256(point)]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

async function signedByPasskey(
  deps: RecoveryDeps,
  who: { caller: UserCaller | null; origin: AuditOrigin; owner: Identity },
  { known, guardian, body, intent, asked }: Ballot,
): Promise<Signed> {
  const { caller, origin, owner } = who;
  if (!caller) throw refuse('unauthorized');
  if (!body.assertion || body.signature !== undefined)
    throw refuse('vote_refused', { reason: 'sheet_needs_signature' });
  const isMine =
    guardian.kind === 'account'
      ? isOwnAccount(caller.pid, guardian.accountId)
      : caller.identityId === owner.id;
  if (!isMine) throw refuse('vote_refused', { reason: 'not_yours' });
  if (guardian.kind === 'account' && (await hasLeft(deps.db, owner.id, guardian.accountId)))
    throw refuse('vote_refused', { reason: 'left' });
  const passkey = await findActivePasskey(deps.db, caller.identityId, body.assertion.id);
  const key = guardian.kind === 'account' ? await authorityOf(deps, guardian) : guardian.key;
  if (passkey && !passkey.compressedKey.equals(key)) throw refuse('vote_refused', { reason: 'not_yours' });
  const consent = await verifyConsent(
    deps,
    { caller, origin, idempotencyKey: null },
    {
      state: known.state,
      passkey,
      assertion: body.assertion,
      intent,
      nonce: known.nonce,
      expiry: body.expiry,
      asked,
    },
  );
  return { precompile: precompileOf(consent), consent };
}

async function authorityOf(
  { chain }: RecoveryDeps,
  { accountId }: Extract<Guardian, { kind: 'account' }>,
): Promise<Uint8Array> {
  const { address } = findAccountAddress(chain.programId, accountId);
  const { account } = await chain.client.account(address);
  const wallet = account?.owner === chain.programId ? decodeAccount(account.data) : null;
  return wallet?.authority ?? new Uint8Array(33);
}
