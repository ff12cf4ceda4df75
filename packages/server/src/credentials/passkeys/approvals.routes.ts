import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  route,
  schemas,
  type Route,
  type UserCaller,
} from '../../platform/http/index.ts';
import { approvalOptions, approvalStateOf, approvePasskey, denyPasskey } from './approve-passkey.ts';
import { findApproval, listPendingApprovals, type ApprovalRow } from './approvals.store.ts';
import {
  approvalDecided,
  approvalExpired,
  challengeUnknown,
  noSuchApproval,
  passkeyCounterFell,
  passkeyRefused,
  passkeyTooNew,
  passkeyUnknown,
} from './passkey-errors.ts';
import { requestOptionsSchema } from './passkey-options.ts';
import type { RegistrationDeps } from './register-passkey.ts';
import { assertionSchema } from './verify-assertion.ts';

const approvalSchema = Type.Object(
  {
    id: schemas.uuid,
    state: schemas.literals(['pending', 'approved', 'denied', 'expired']),
    name: Type.String(),
    /** Shown on both devices, to be compared. */
    fingerprint: Type.String(),
    address: schemas.nullable(Type.String()),
    userAgent: schemas.nullable(Type.String()),
    /** Whether this very session asked for it. */
    current: Type.Boolean(),
    createdAt: schemas.dateTime,
    expiresAt: schemas.dateTime,
  },
  { title: 'CredentialApproval' },
);
const idParams = Type.Object({ id: schemas.uuid });
const undecidable = [noSuchApproval, approvalDecided, approvalExpired];

export function approvalRoutes(deps: RegistrationDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/credential-approvals',
      operationId: 'listCredentialApprovals',
      summary: 'New passkeys that wait for approval, newest first',
      tag: 'passkeys',
      access: 'user',
      query: Type.Object(schemas.pageQuery),
      reply: schemas.page(approvalSchema),
      async handle({ caller, query }) {
        const limit = query.limit ?? 50;
        const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
        const rows = await listPendingApprovals(
          deps.db,
          caller.identityId,
          deps.clock.now(),
          cursor ? { createdAt: cursor[0]!, id: cursor[1]! } : null,
          limit,
        );
        const last = rows.at(-1);
        return {
          items: rows.map((row) => describe(row, caller, deps.clock.now())),
          nextCursor:
            last && rows.length === limit ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
        };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/credential-approvals/{id}',
      operationId: 'getCredentialApproval',
      summary: 'One approval and its state; a waiting page asks this again and again',
      tag: 'passkeys',
      access: 'user',
      params: idParams,
      reply: approvalSchema,
      errors: [noSuchApproval],
      async handle({ caller, params }) {
        const row = await findApproval(deps.db, caller.identityId, params.id);
        if (!row) throw noSuchApproval();
        return describe(row, caller, deps.clock.now());
      },
    }),
    route({
      method: 'POST',
      path: '/v1/credential-approvals/{id}/options',
      operationId: 'credentialApprovalOptions',
      summary: 'What an existing passkey must sign to approve; the challenge contains the new key',
      tag: 'passkeys',
      access: 'user',
      params: idParams,
      reply: requestOptionsSchema,
      errors: [...undecidable, passkeyTooNew],
      handle: ({ caller, params }) => approvalOptions(deps, { caller, approvalId: params.id }),
    }),
    route({
      method: 'POST',
      path: '/v1/credential-approvals/{id}/approve',
      operationId: 'approveCredential',
      summary: 'Makes the waiting passkey active, signed by an existing one',
      tag: 'passkeys',
      access: 'user',
      params: idParams,
      body: Type.Object({ assertion: assertionSchema }),
      reply: Type.Object({ status: schemas.literals(['active']), id: schemas.uuid }),
      errors: [
        ...undecidable,
        challengeUnknown,
        passkeyRefused,
        passkeyCounterFell,
        passkeyUnknown,
        passkeyTooNew,
      ],
      async handle({ caller, params, body, request }) {
        const passkey = await approvePasskey(deps, {
          caller,
          approvalId: params.id,
          assertion: body.assertion,
          origin: originOf(request),
        });
        return { status: 'active' as const, id: passkey.id };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/credential-approvals/{id}/deny',
      operationId: 'denyCredential',
      summary: 'Refuses the waiting passkey',
      tag: 'passkeys',
      access: 'user',
      params: idParams,
      reply: schemas.okReply,
      errors: undecidable,
      async handle({ caller, params, request }) {
        await denyPasskey(deps, { caller, approvalId: params.id, origin: originOf(request) });
        return { ok: true };
      },
    }),
  ];
}

function describe(row: ApprovalRow, caller: UserCaller, now: Date) {
  return {
    id: row.id,
    state: approvalStateOf(row, now),
    name: row.name,
    fingerprint: row.fingerprint,
    address: row.address,
    userAgent: row.user_agent,
    current: row.session_id === caller.sessionId,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
