import type { Input } from '@pid/contract';
import {
  findTokenAccountAddress,
  withdrawFees,
  type Address,
  type FeeBreakdown,
  type TransferNote,
} from '@pid/protocol';
import type { Chain } from '../chain/index.ts';
import { findChainPasskey, type Passkey } from '../credentials/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { DraftMessage, RelayOrder, RelayRequest } from '../relay/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import {
  assertExpiry,
  assertNoDrift,
  assertNonce,
  requirePolicy,
  verifyConsent,
} from './check-authorization.ts';
import {
  assertDestination,
  assertSolBalance,
  assertVaultPays,
  dataBytesOf,
  solToSend,
} from './check-withdrawal.ts';
import { openKnownNames } from './known-mints.ts';
import { knownWallets } from './list-transfers.ts';
import { withdrawalTemplate } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
import { recordOperation } from './record-operation.ts';
import { relayRequest } from './relay-request.ts';
import { rentOf } from './rent.ts';
import { decodeMint } from './token-accounts.ts';
import { metaplexAddress, readTokenName } from './token-names.ts';
import { withdrawalRentOf } from './list-operations.ts';
import {
  assertMovableMint,
  findSource,
  missingRent,
  parseAsset,
  parseDestination,
  parseNote,
} from './withdrawal-asset.ts';

type WithdrawalBody = Input<'withdraw'>;

export interface Withdrawn {
  readonly signature: string;
  readonly networkFeeLamports: string;
  readonly protocolFeeLamports: string;
  readonly rentLamports: string;
  readonly replayed: boolean;
}

interface Terms {
  readonly mint: Address | null;
  readonly to: Address;
  readonly amount: bigint;
  readonly note: TransferNote;
}

/** Sends SOL or tokens out of the vault once, even if the request is repeated. */
export async function withdraw(
  deps: AccountDeps,
  request: AccountRequest,
  body: WithdrawalBody,
): Promise<Withdrawn> {
  const terms = {
    mint: parseAsset(body.asset),
    to: parseDestination(body.to),
    amount: BigInt(body.amount),
    note: parseNote(body),
  };
  if (terms.amount === 0n) throw invalid('amount must be at least 1');
  // A name must not hide the address of somebody else.
  // mutant (account/transfers): walletOf(deps.chain, body.toPid).vault !== terms.to => false
  if (body.toPid !== undefined && walletOf(deps.chain, body.toPid).vault !== terms.to)
    throw invalid('to must be the wallet of toPid');
  // Read the passkey before looking for a running operation. That operation may change the passkey's row, and
  // the change must not make this request fail.
  const passkey = await findChainPasskey(deps.db, request.caller.identityId, body.assertion.id);
  const asked = relayRequest(request, 'withdraw', body);
  const { operation, replayed } = await deps.relay.submit(asked, (draftMessage) =>
    orderWithdrawal(deps, request, { asked, body, terms, passkey, draftMessage }),
  );
  return {
    signature: operation.signature,
    networkFeeLamports: operation.networkFeeLamports.toString(),
    protocolFeeLamports: operation.protocolFeeLamports.toString(),
    rentLamports: withdrawalRentOf(operation),
    replayed,
  };
}

function readState(deps: AccountDeps, { caller }: AccountRequest, { mint, to }: Terms): Promise<WalletState> {
  const wallet = walletOf(deps.chain, caller.pid);
  const tokens = mint
    ? [
        mint,
        findTokenAccountAddress(wallet.vault, mint).address,
        findTokenAccountAddress(to, mint).address,
        metaplexAddress(mint),
      ]
    : [];
  return readWallet(deps.chain, wallet, [to, ...tokens]);
}

/** Checks the request in the order that the contract specifies, then builds the message. */
async function orderWithdrawal(
  deps: AccountDeps,
  request: AccountRequest,
  {
    asked,
    body,
    terms: wanted,
    passkey,
    draftMessage,
  }: {
    asked: RelayRequest;
    body: WithdrawalBody;
    terms: Terms;
    passkey: Passkey | null;
    draftMessage: DraftMessage;
  },
): Promise<RelayOrder> {
  const { mint, to, amount, note } = wanted;
  const state = await readState(deps, request, wanted);
  const { wallet } = state;
  const [destination = null, mintAccount = null, associated = null, target = null, metadata = null] =
    state.others;
  const { account } = state;
  if (!account) throw refuse('account_not_activated');
  assertExpiry(body.expiry, state.chainTime);
  assertNonce(body.nonce, account.nonce);
  const policy = requirePolicy(state, body.feePolicyVersion);
  if (!passkey) throw refuse('passkey_unknown');
  if (!passkey.compressedKey.equals(account.authority)) throw refuse('passkey_not_authority');
  const intent = {
    action: 'withdraw',
    mint,
    destination: to,
    amount,
    feePolicyVersion: policy.version,
  } as const;
  const consent = await verifyConsent(deps, request, {
    state,
    passkey,
    assertion: body.assertion,
    intent,
    nonce: account.nonce,
    expiry: body.expiry,
    asked,
  });

  assertDestination(state, to, destination);
  if (mint) assertMovableMint(mintAccount, mint);
  const source = mint ? await findSource(deps.chain, wallet.vault, mint, associated, amount) : undefined;
  const rent = mint ? await missingRent(deps.chain, target) : 0n;
  const terms = {
    mint,
    source,
    destination: to,
    amount,
    nonce: account.nonce,
    expiry: BigInt(body.expiry),
    note,
  };
  const template = withdrawalTemplate(state, policy, terms, consent.authorized);
  const draft = await draftMessage(template, ownAccounts(wallet));
  const fees = withdrawFees(draft.feeLamports, rent, policy.bps);
  assertNoDrift(fees.networkFeeLamports, BigInt(body.quotedNetworkFeeLamports));
  await assertBalance(deps, state, wanted, fees);
  const toPid = body.toPid ?? (await knownWallets(deps, request.caller.identityId)).get(to);
  const event = {
    action: 'account.withdrawal_submitted',
    target: to,
    details: { asset: body.asset, amount: body.amount, nonce: body.nonce },
  };
  return {
    account: wallet.account,
    accountNonce: account.nonce,
    draft,
    networkFeeLamports: fees.networkFeeLamports,
    protocolFeeLamports: fees.protocolFeeLamports,
    sponsoredLamports: draft.feeLamports,
    reimbursed: true,
    pool: 'withdrawal',
    details: {
      asset: body.asset,
      to,
      ...(toPid === undefined ? {} : { toPid }),
      amount: body.amount,
      ...(mint ? await describeToken(deps.chain, mint, mintAccount, metadata) : {}),
      ...note,
      rentLamports: rent.toString(),
    },
    relayerLamports: state.relayerLamports - rent,
    record: (tx, operation) =>
      recordOperation(tx, operation, request, { consent, event, allowsSuspended: true }),
  };
}

/**
 * The decimals and name of a token for the notice of the withdrawal, which is written without asking the chain. A name
 * that its maker chose is in quotation marks and beside the address of the mint.
 */
async function describeToken(
  chain: Chain,
  mint: Address,
  account: OnChainAccount | null,
  metadata: OnChainAccount | null,
): Promise<{ decimals: number; assetName: string }> {
  const verified = (await openKnownNames(chain))(mint);
  const found = readTokenName(mint, metadata);
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
  const name = found ? `“${found.symbol || found.name}” ${short}` : short;
  return { decimals: decodeMint(account)?.decimals ?? 0, assetName: verified?.symbol ?? name };
}

async function assertBalance(
  deps: AccountDeps,
  state: WalletState,
  { mint, amount }: Terms,
  fees: FeeBreakdown,
): Promise<void> {
  const vaultRent = await rentOf(deps.chain, 0);
  if (mint) return assertVaultPays(state.vaultLamports, 0n, fees, vaultRent);
  const destination = state.others[0] ?? null;
  assertSolBalance(state, {
    amount: solToSend(state.vaultLamports, amount, fees),
    fees,
    vaultRent,
    destination,
    destinationRent: await rentOf(deps.chain, dataBytesOf(destination)),
  });
}
