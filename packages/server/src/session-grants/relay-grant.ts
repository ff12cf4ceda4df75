import { u64Rule, type RegisterSession } from '@pid/contract';
import {
  SESSION_BYTES,
  currentPolicy,
  isAddress,
  registerSessionInstruction,
  revokeSessionInstruction,
  secp256r1Instruction,
  toAddress,
  toPrefixedHex,
  type Address,
  type Intent,
} from '@pid/protocol';
import {
  assertExpiry,
  assertNonce,
  hashOf,
  ownAccounts,
  readWallet,
  rentOf,
  consentSteps,
  verifyConsent,
  walletOf,
  type AccountDeps,
  type AccountRequest,
  type Consent,
  type WalletState,
} from '../account/index.ts';
import { orChainError } from '../chain/index.ts';
import { findActivePasskey, type Assertion, type Passkey } from '../credentials/index.ts';
import { unitLimits, type RelayOrder, type Template } from '../relay/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { describeGrant, type DescribedGrant } from './describe-grant.ts';
import { isU64, judgeGrant, judgeTimes } from './judge-grant.ts';
import { assertRecorded, readGameProgram } from './game-program.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';
import { findGrant } from './session-grants.store.ts';
import { refuseBroken } from './validate-grant.ts';

export interface Relayed {
  readonly signature: string;
  readonly replayed: boolean;
}

type Signed<Body> = Body & { readonly assertion: Assertion };

/** Registers a session on chain: the vault must be the caller's, and the owner's passkey must have signed exactly this grant. */
export async function registerGrant(
  deps: AccountDeps & { readonly allowlist: ProgramAllowlist },
  request: AccountRequest,
  body: Signed<RegisterSession>,
): Promise<Relayed & { sessionAddress: Address }> {
  const { allowlist } = deps;
  refuseBroken(judgeGrant(body, { nowSeconds: null, isAllowedProgram: (program) => allowlist.has(program) }));
  const wallet = walletOf(deps.chain, request.caller.pid);
  if (body.vault !== wallet.vault) throw refuse('vault_not_yours', { field: 'vault' });
  if (body.accountId.toLowerCase() !== toPrefixedHex(wallet.accountId))
    throw refuse('vault_not_yours', { field: 'accountId' });
  const passkey = await findActivePasskey(deps.db, request.caller.identityId, body.assertion.id);
  const { sessionAddress, ...relayed } = await relay(
    deps,
    request,
    'register_session',
    body,
    async (seenBefore) => {
      const state = await readWallet(deps.chain, wallet);
      refuseBroken(judgeTimes(body, Number(state.chainTime)));
      const grant = describeGrant({ genesisHash: state.config.genesisHash, program: wallet.program }, body);
      const consent = await consentOf(deps, request, {
        state,
        passkey,
        body,
        intent: grant.intent,
        seenBefore,
      });
      assertRecorded(await readGameProgram(deps.chain, grant.intent.allowedProgram), grant.intent);
      const rentLamports = await missingRent(deps, grant.sessionAddress);
      return order(deps, request, {
        state,
        consent,
        template: registrationTemplate(state, grant, consent),
        writable: grant.sessionAddress,
        rentLamports,
        pool: 'session',
        action: 'session.registration_submitted',
        details: detailsOf(grant),
      });
    },
  );
  return { ...relayed, sessionAddress };
}

/** What the relayer has to add: nothing to a session that is there, the rest where somebody has sent lamports ahead of it. */
async function missingRent({ chain }: AccountDeps, session: Address): Promise<bigint> {
  const { account } = await orChainError(chain.client.account(session));
  if (account?.owner === chain.programId) return 0n;
  const missing = (await rentOf(chain, SESSION_BYTES)) - (account?.lamports ?? 0n);
  return missing > 0n ? missing : 0n;
}

/** Ends a session on chain, from the pool that nothing else can use up. */
export async function revokeGrant(
  deps: AccountDeps,
  request: AccountRequest,
  sessionAddress: string,
  body: Signed<{ readonly deadline: number; readonly nonce: string }>,
): Promise<Relayed> {
  if (!isAddress(sessionAddress)) throw refuse('no_such_session');
  if (!isU64(body.nonce)) throw invalid(`nonce ${u64Rule}`);
  const session = toAddress(sessionAddress);
  const grant = await findGrant(deps.db, session);
  if (grant?.identityId !== request.caller.identityId) throw refuse('no_such_session');
  const passkey = await findActivePasskey(deps.db, request.caller.identityId, body.assertion.id);
  return relay(deps, request, 'revoke_session', { ...body, sessionAddress: session }, async (seenBefore) => {
    const state = await readWallet(deps.chain, walletOf(deps.chain, request.caller.pid));
    const intent = { action: 'revokeSession', session } as const;
    const consent = await consentOf(deps, request, { state, passkey, body, intent, seenBefore });
    return order(deps, request, {
      state,
      consent,
      template: revocationTemplate(state, session, body, consent),
      writable: session,
      rentLamports: 0n,
      pool: 'emergency',
      action: 'session.revocation_submitted',
      details: { sessionAddress: session },
    });
  });
}

async function relay(
  deps: AccountDeps,
  request: AccountRequest,
  kind: 'register_session' | 'revoke_session',
  body: object,
  prepare: (seenBefore: boolean) => Promise<RelayOrder>,
): Promise<Relayed & { sessionAddress: Address }> {
  const relayed = await deps.relay.run(
    {
      identityId: request.caller.identityId,
      kind,
      requestHash: hashOf(kind, body),
      idempotencyKey: request.idempotencyKey,
    },
    ({ seenBefore }) => prepare(seenBefore),
  );
  const { operation, replayed } = relayed!;
  return {
    signature: operation.signature,
    replayed,
    sessionAddress: toAddress(String(operation.details['sessionAddress'])),
  };
}

/** In the contract's order: activated, deadline, nonce, the passkey is the authority, its signature. */
async function consentOf(
  deps: AccountDeps,
  request: AccountRequest,
  input: {
    state: WalletState;
    passkey: Passkey | null;
    body: { readonly deadline: number; readonly nonce: string; readonly assertion: Assertion };
    intent: Intent;
    seenBefore: boolean;
  },
): Promise<Consent> {
  const { state, passkey, body } = input;
  if (!state.account) throw refuse('account_not_activated');
  assertExpiry(body.deadline, state.chainTime);
  assertNonce(body.nonce, state.account.nonce);
  if (!passkey) throw refuse('passkey_unknown');
  if (!passkey.compressedKey.equals(state.account.authority)) throw refuse('passkey_not_authority');
  return verifyConsent(deps, request, {
    ...input,
    assertion: body.assertion,
    nonce: state.account.nonce,
    expiry: body.deadline,
  });
}

interface OrderInput {
  readonly state: WalletState;
  readonly consent: Consent;
  readonly template: Template;
  readonly writable: Address;
  readonly rentLamports: bigint;
  readonly pool: 'session' | 'emergency';
  readonly action: string;
  readonly details: Record<string, unknown>;
}

async function order(deps: AccountDeps, request: AccountRequest, input: OrderInput): Promise<RelayOrder> {
  const { state, consent } = input;
  const draft = await orChainError(
    deps.relay.draft(input.template, [...ownAccounts(state.wallet), input.writable]),
  );
  deps.relay.assertFunded(state.relayerLamports - input.rentLamports, input.pool);
  await orChainError(deps.relay.simulate(draft));
  return {
    account: state.wallet.account,
    accountNonce: state.account!.nonce,
    draft,
    networkFeeLamports: 0n,
    protocolFeeLamports: 0n,
    sponsoredLamports: draft.feeLamports + input.rentLamports,
    rent: { account: input.writable, lamports: input.rentLamports },
    reimbursed: false,
    pool: input.pool,
    details: { passkeys: [consent.passkey.credentialId], ...input.details },
    onStore: (now) =>
      consentSteps(deps, request, consent, {
        allowsSuspended: false,
        action: input.action,
        target: String(input.details['sessionAddress']),
        details: input.details,
        now,
      }),
  };
}

function registrationTemplate(
  state: WalletState,
  { scope, intent }: DescribedGrant,
  { authorized }: Consent,
): Template {
  const input = {
    ...intent,
    nonce: scope.nonce,
    expiry: scope.expiry,
    relayer: state.config.relayer,
    tail: authorized.tail,
  };
  return sessionTemplate(
    state,
    unitLimits.registerSession,
    authorized,
    registerSessionInstruction(state.wallet, input),
  );
}

function revocationTemplate(
  state: WalletState,
  session: Address,
  body: { deadline: number; nonce: string },
  { authorized }: Consent,
): Template {
  const input = {
    session,
    nonce: BigInt(body.nonce),
    expiry: BigInt(body.deadline),
    relayer: state.config.relayer,
    tail: authorized.tail,
  };
  return sessionTemplate(
    state,
    unitLimits.revokeSession,
    authorized,
    revokeSessionInstruction(state.wallet, input),
  );
}

function sessionTemplate(
  state: WalletState,
  unitLimit: number,
  { authority, signature, message }: Consent['authorized'],
  instruction: ReturnType<Template['build']>[number],
): Template {
  return {
    unitLimit,
    maxFeeLamports: currentPolicy(state.config).maxNetworkFeeLamports,
    build: () => [secp256r1Instruction(authority, signature, message), instruction],
  };
}

function detailsOf({ sessionAddress, scope, intent }: DescribedGrant): Record<string, unknown> {
  return {
    sessionAddress,
    vault: scope.vault,
    sessionPubkey: intent.sessionPubkey,
    allowedProgram: intent.allowedProgram,
    expiresAt: Number(intent.expiresAt),
  };
}
