import type { RegisterSession } from '@pid/contract';
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
  ownAccounts,
  readWallet,
  recordOperation,
  relayRequest,
  rentOf,
  verifyConsent,
  walletOf,
  type AccountDeps,
  type AccountRequest,
  type Consent,
  type WalletState,
} from '../account/index.ts';
import { orChainError } from '../chain/index.ts';
import { findActivePasskey, type Assertion, type Passkey } from '../credentials/index.ts';
import {
  unitLimits,
  type DraftMessage,
  type RelayOrder,
  type RelayRequest,
  type Template,
} from '../relay/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { describeGrant, type DescribedGrant } from './describe-grant.ts';
import { judgeGrant, judgeTimes } from './judge-grant.ts';
import { assertRecorded, readGameProgram } from './game-program.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';
import { findGrant } from './session-grants.store.ts';
import { refuseBroken } from './validate-session-grant.ts';

export interface Relayed {
  readonly signature: string;
  readonly replayed: boolean;
}

type Signed<Body> = Body & { readonly assertion: Assertion };
/** `clientId` names the app that asked. It is not signed: it only decides the name in lists. */
type AskedRegistration = Signed<RegisterSession> & { readonly clientId?: string };
type SignedRevocation = Signed<{ readonly deadline: number; readonly nonce: string }>;

/**
 * Registers a session on the chain. The vault must be the caller's, and the owner's passkey must have signed
 * exactly this grant.
 */
export async function registerSessionGrant(
  deps: AccountDeps & { readonly allowlist: ProgramAllowlist },
  request: AccountRequest,
  body: AskedRegistration,
): Promise<Relayed & { sessionAddress: Address }> {
  const { allowlist } = deps;
  refuseBroken(judgeGrant(body, { nowSeconds: null, isAllowedProgram: (program) => allowlist.has(program) }));
  const wallet = walletOf(deps.chain, request.caller.pid);
  if (body.vault !== wallet.vault) throw refuse('vault_not_yours', { field: 'vault' });
  if (body.accountId.toLowerCase() !== toPrefixedHex(wallet.accountId))
    throw refuse('vault_not_yours', { field: 'accountId' });
  const passkey = await findActivePasskey(deps.db, request.caller.identityId, body.assertion.id);
  const asked = relayRequest(request, 'register_session', body);
  const { operation, replayed } = await deps.relay.submit(asked, (draftMessage) =>
    orderRegistration(deps, request, { asked, body, passkey, draftMessage }),
  );
  return {
    signature: operation.signature,
    replayed,
    sessionAddress: toAddress(String(operation.details['sessionAddress'])),
  };
}

interface Submission<Body> {
  readonly asked: RelayRequest;
  readonly body: Body;
  readonly passkey: Passkey | null;
  readonly draftMessage: DraftMessage;
}

async function orderRegistration(
  deps: AccountDeps,
  request: AccountRequest,
  { asked, body, passkey, draftMessage }: Submission<AskedRegistration>,
): Promise<RelayOrder> {
  const state = await readWallet(deps.chain, walletOf(deps.chain, request.caller.pid));
  refuseBroken(judgeTimes(body, Number(state.chainTime)));
  const grant = describeGrant({ genesisHash: state.config.genesisHash, program: state.wallet.program }, body);
  const { intent } = grant;
  const consent = await consentOf(deps, request, { state, passkey, body, intent, asked });
  assertRecorded(await readGameProgram(deps.chain, intent.allowedProgram), intent);
  return orderOf(request, draftMessage, {
    state,
    consent,
    template: registrationTemplate(state, grant, consent),
    writable: grant.sessionAddress,
    rentLamports: await missingRent(deps, grant.sessionAddress),
    pool: 'session',
    action: 'session.registration_submitted',
    details: { ...detailsOf(grant), ...(body.clientId === undefined ? {} : { clientId: body.clientId }) },
  });
}

/**
 * Returns the rent that the relayer must add: nothing for an existing session, and only the rest if lamports
 * were sent to the address before.
 */
async function missingRent({ chain }: AccountDeps, session: Address): Promise<bigint> {
  const { account } = await orChainError(chain.client.account(session));
  if (account?.owner === chain.programId) return 0n;
  const missing = (await rentOf(chain, SESSION_BYTES)) - (account?.lamports ?? 0n);
  return missing > 0n ? missing : 0n;
}

/** Ends a session on the chain. The emergency pool pays, which nothing else can exhaust. */
export async function revokeSessionGrant(
  deps: AccountDeps,
  request: AccountRequest,
  sessionAddress: string,
  body: SignedRevocation,
): Promise<Relayed> {
  if (!isAddress(sessionAddress)) throw refuse('no_such_session');
  const session = toAddress(sessionAddress);
  const grant = await findGrant(deps.db, session);
  if (grant?.identityId !== request.caller.identityId) throw refuse('no_such_session');
  const passkey = await findActivePasskey(deps.db, request.caller.identityId, body.assertion.id);
  const asked = relayRequest(request, 'revoke_session', { ...body, sessionAddress: session });
  const { operation, replayed } = await deps.relay.submit(asked, (draftMessage) =>
    orderRevocation(deps, request, session, { asked, body, passkey, draftMessage }),
  );
  return { signature: operation.signature, replayed };
}

async function orderRevocation(
  deps: AccountDeps,
  request: AccountRequest,
  session: Address,
  { asked, body, passkey, draftMessage }: Submission<SignedRevocation>,
): Promise<RelayOrder> {
  const state = await readWallet(deps.chain, walletOf(deps.chain, request.caller.pid));
  const intent = { action: 'revokeSession', session } as const;
  const consent = await consentOf(deps, request, { state, passkey, body, intent, asked });
  return orderOf(request, draftMessage, {
    state,
    consent,
    template: revocationTemplate(state, session, body, consent),
    writable: session,
    rentLamports: 0n,
    pool: 'emergency',
    action: 'session.revocation_submitted',
    details: { sessionAddress: session },
  });
}

/** Checks in the order of the contract: activation, deadline, nonce, authority, signature. */
async function consentOf(
  deps: AccountDeps,
  request: AccountRequest,
  input: {
    state: WalletState;
    passkey: Passkey | null;
    body: { readonly deadline: number; readonly nonce: string; readonly assertion: Assertion };
    intent: Intent;
    asked: RelayRequest;
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

interface GrantOrder {
  readonly state: WalletState;
  readonly consent: Consent;
  readonly template: Template;
  readonly writable: Address;
  readonly rentLamports: bigint;
  readonly pool: 'session' | 'emergency';
  readonly action: string;
  readonly details: Record<string, unknown>;
}

async function orderOf(
  request: AccountRequest,
  draftMessage: DraftMessage,
  { state, consent, template, writable, rentLamports, pool, action, details }: GrantOrder,
): Promise<RelayOrder> {
  const draft = await draftMessage(template, [...ownAccounts(state.wallet), writable]);
  const event = { action, target: String(details['sessionAddress']), details };
  return {
    account: state.wallet.account,
    accountNonce: state.account!.nonce,
    draft,
    networkFeeLamports: 0n,
    protocolFeeLamports: 0n,
    sponsoredLamports: draft.feeLamports + rentLamports,
    rent: { account: writable, lamports: rentLamports },
    reimbursed: false,
    pool,
    details: { passkeys: [consent.passkey.credentialId], ...details },
    relayerLamports: state.relayerLamports - rentLamports,
    record: (tx, operation) =>
      recordOperation(tx, operation, request, { consent, event, allowsSuspended: false }),
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
