import { EVERYTHING } from '@pid/protocol';
import { Type } from 'typebox';
import type { Queryable } from '../platform/db/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import { findOperation, listOperations, type Operation } from '../relay/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { noSuchOperation } from './account-errors.ts';
import {
  accountHandlers,
  activateErrors,
  quoteErrors,
  readErrors,
  rotateErrors,
  withdrawErrors,
} from './account-handlers.ts';
import {
  accountSchema,
  activationBody,
  activationSchema,
  assetSchema,
  certificateSchema,
  operationSchema,
  quoteBody,
  quoteSchema,
  rotateBody,
  rotateSchema,
  withdrawBody,
  withdrawSchema,
} from './account.schemas.ts';
import { issueCertificates } from './issue-certificates.ts';
import { listAssets } from './list-assets.ts';
import { viewAccount } from './view-account.ts';
import { readAmounts } from './withdrawn-amounts.store.ts';

const idempotent =
  'Takes an Idempotency-Key. The same request again joins the running operation and never makes a second transaction.';

export function accountRoutes(deps: AccountDeps): Route[] {
  return [...viewRoutes(deps), ...certificateRoutes(deps), ...operationRoutes(deps), ...listRoutes(deps)];
}

function viewRoutes(deps: AccountDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/account',
      operationId: 'getAccount',
      summary: 'The smart account: address, balance, what activation needs, nonce and authority',
      tag: 'account',
      access: 'user',
      reply: accountSchema,
      errors: readErrors,
      handle: ({ caller }) => viewAccount(deps, caller),
    }),
    route({
      method: 'GET',
      path: '/v1/account/assets',
      operationId: 'listAssets',
      summary: 'What the smart account holds: SOL and SPL tokens',
      tag: 'account',
      access: 'user',
      reply: schemas.page(assetSchema),
      errors: readErrors,
      handle: async ({ caller }) => ({ items: await listAssets(deps.chain, caller.pid), nextCursor: null }),
    }),
  ];
}

function certificateRoutes(deps: AccountDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/account/certificate',
      operationId: 'listCertificates',
      summary: 'What opens a vault that was never activated, should PID be gone: to be kept by its owner',
      description:
        'One certificate of the registrar for each passkey that counts; empty once the account is activated. With it and that passkey anyone can claim the vault on the chain, and finish the claim after 30 days.',
      tag: 'account',
      access: 'user',
      limit: 'wallet',
      reply: schemas.page(certificateSchema),
      errors: readErrors,
      handle: async ({ caller }) => ({ items: await issueCertificates(deps, caller), nextCursor: null }),
    }),
  ];
}

function operationRoutes(deps: AccountDeps): Route[] {
  const handlers = accountHandlers(deps);
  return [
    route({
      method: 'POST',
      path: '/v1/account/activate',
      operationId: 'activateAccount',
      summary: 'Activates the smart account: relayed, signed by a passkey',
      description: `The challenge is of action 1 with nonce 0; everything it is made of is in GET /v1/account and GET /v1/chain. ${idempotent}`,
      tag: 'account',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: activationBody,
      reply: activationSchema,
      errors: activateErrors,
      handle: handlers.activate,
    }),
    route({
      method: 'POST',
      path: '/v1/account/withdraw/quote',
      operationId: 'quoteWithdrawal',
      summary: 'Quotes the network fee of a withdrawal; exact with `to`',
      tag: 'account',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: quoteBody,
      reply: quoteSchema,
      errors: quoteErrors,
      handle: handlers.quote,
    }),
    route({
      method: 'POST',
      path: '/v1/account/withdraw',
      operationId: 'withdraw',
      summary: 'Withdraws SOL or SPL tokens: relayed, signed by the authority',
      description: idempotent,
      tag: 'account',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: withdrawBody,
      reply: withdrawSchema,
      errors: withdrawErrors,
      handle: handlers.withdraw,
    }),
    route({
      method: 'POST',
      path: '/v1/account/rotate',
      operationId: 'rotateAuthority',
      summary: 'Hands the smart account to another passkey of the identity',
      description: idempotent,
      tag: 'account',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: rotateBody,
      reply: rotateSchema,
      errors: rotateErrors,
      handle: handlers.rotate,
    }),
  ];
}

function listRoutes({ db }: AccountDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/account/operations',
      operationId: 'listOperations',
      summary: 'Every relayed operation, newest first',
      tag: 'account',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(operationSchema),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const [before = null] = decodeCursor(query.cursor, [cursorForms.number]) ?? [];
        const operations = await listOperations(db, caller.identityId, before, limit + 1);
        const items = operations.slice(0, limit);
        return {
          items: await operationsJson(db, items),
          nextCursor: operations.length > limit ? encodeCursor([items.at(-1)!.position]) : null,
        };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/account/operations/{id}',
      operationId: 'getOperation',
      summary: 'One relayed operation',
      tag: 'account',
      access: 'user',
      params: Type.Object({ id: schemas.uuid }),
      reply: operationSchema,
      errors: [noSuchOperation],
      async handle({ caller, params }) {
        const operation = await findOperation(db, caller.identityId, params.id);
        if (!operation) throw noSuchOperation();
        const [found] = await operationsJson(db, [operation]);
        return found!;
      },
    }),
  ];
}

export async function operationsJson(db: Queryable, operations: readonly Operation[]) {
  const everything = operations.filter(({ details }) => details['amount'] === EVERYTHING.toString());
  const moved =
    everything.length > 0
      ? await readAmounts(
          db,
          everything.map(({ id }) => id),
        )
      : new Map<string, string>();
  return operations.map((operation) => operationJson(operation, moved));
}

function operationJson(operation: Operation, moved: ReadonlyMap<string, string>) {
  const signed = operation.kind === 'withdraw' ? operation.details['amount'] : undefined;
  const amount = signed === EVERYTHING.toString() ? moved.get(operation.id) : signed;
  return {
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    signature: operation.signature,
    networkFeeLamports: operation.networkFeeLamports.toString(),
    protocolFeeLamports: operation.protocolFeeLamports.toString(),
    ...(typeof amount === 'string' ? { amount } : {}),
    ...(operation.error === null ? {} : { error: operation.error }),
    createdAt: operation.createdAt.toISOString(),
    ...(operation.confirmedAt === null ? {} : { confirmedAt: operation.confirmedAt.toISOString() }),
  };
}
