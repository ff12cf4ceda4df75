import { isUtf8 } from 'node:buffer';
import { permissionRequest, type Input, type PermissionRequest } from '@pid/contract';
import { decodeBase64Url } from '../platform/base64url.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { createValidator, parsePlainJson, type UserCaller } from '../platform/http/index.ts';
import { storePermission } from './create-permission.ts';
import { describePermission } from './describe-permission.ts';
import { assertContracts } from './look-at-contracts.ts';
import type { PermissionDeps } from './permission-deps.ts';
import type { PermissionRecord } from './permissions.store.ts';
import type { AppFace } from './ports.ts';
import { readPermission, type ReadPermission } from './read-permission.ts';
import { describeContent } from './get-permission.ts';

type RequestFields = Input<'describePermissionRequest'>;

interface AppRequest {
  readonly clientId: string;
  readonly app: AppFace;
  readonly returnAddress: { readonly href: string; readonly origin: string };
  readonly state: string | null;
  readonly read: ReadPermission;
}

const validate = createValidator(permissionRequest, 'request');

/** Returns the requesting app, the permission in plain words, and the signed-in player. */
export async function describePermissionRequest(
  deps: PermissionDeps,
  fields: RequestFields,
  caller: UserCaller | null,
) {
  const { app, returnAddress, read } = await readAppRequest(deps, fields);
  const contractsSeen = await assertContracts(deps.chains, read.domain, read.permission.verifier);
  return {
    app,
    origin: returnAddress.origin,
    pid: caller?.pid ?? null,
    ...(caller?.status === 'suspended' ? { suspended: true } : {}),
    permission: describeContent(read),
    summary: describePermission(read.domain, read.permission, contractsSeen),
  };
}

/** Allow creates a permission that waits for the passkey. Deny needs no sign-in and changes nothing. */
export async function decidePermissionRequest(
  deps: PermissionDeps,
  caller: UserCaller | null,
  { decision, ...fields }: Input<'decidePermissionRequest'>,
) {
  if (decision === 'allow' && !caller) throw refuse('unauthorized');
  const request = await readAppRequest(deps, fields);
  if (decision === 'deny' || !caller) return { redirectTo: deniedRedirect(request) };
  if (caller.status !== 'active') throw refuse('identity_suspended');
  const { clientId, read, state, returnAddress } = request;
  return storePermission(deps, {
    identityId: caller.identityId,
    read,
    clientId,
    redirectUri: returnAddress.href,
    state,
  });
}

/**
 * Reads an app's request. For an unknown app or a foreign return address it throws, so that only the player
 * sees the error and we never redirect there.
 */
async function readAppRequest(deps: PermissionDeps, fields: RequestFields): Promise<AppRequest> {
  const app = await deps.apps.find(deps.db, fields.client_id);
  if (!app) throw invalid('client_id must be that of a registered app');
  await deps.apps.assertActive(deps.db, fields.client_id);
  const returnAddress = await deps.apps.returnAddress(deps.db, fields.client_id, fields.redirect_uri);
  if (!returnAddress || new URL(returnAddress.href).searchParams.has('permission_id')) {
    throw invalid(
      'redirect_uri must lie on an origin that the app has listed, or on http://localhost, http://127.0.0.1 or http://[::1]',
    );
  }
  if (!['web_message', 'query', undefined].includes(fields.response_mode))
    throw invalid('response_mode must be one of web_message, query');
  const read = readPermission(parseRequest(fields.request), deps.clock.nowSeconds());
  // Any program can listen on a loopback port, so the app is not shown as verified.
  const shown = { ...app, verified: app.verified && returnAddress.origin.startsWith('https://') };
  return { clientId: fields.client_id, app: shown, returnAddress, state: fields.state ?? null, read };
}

/**
 * Where the player goes after the approval; null if the request had no return address or the app has removed
 * its origin since.
 */
export async function approvedRedirect(
  deps: PermissionDeps,
  record: PermissionRecord,
): Promise<string | null> {
  if (record.clientId === null || record.redirectUri === null) return null;
  const address = await deps.apps.returnAddress(deps.db, record.clientId, record.redirectUri);
  return address && withAnswer(address.href, { permission_id: record.id, state: record.state });
}

function deniedRedirect(request: AppRequest): string {
  return withAnswer(request.returnAddress.href, { error: 'access_denied', state: request.state });
}

/** Parses the fields of `POST /v1/permissions` without `clientId`, from plain JSON or base64url. */
function parseRequest(text: string): PermissionRequest {
  const bytes = text.startsWith('{') ? Buffer.from(text) : decodeBase64Url(text);
  const value = bytes && isUtf8(bytes) ? parsePlainJson(bytes.toString('utf8')) : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('request must be the JSON of a permission, plain or as base64url');
  const sentences = validate(value);
  if (sentences.length > 0) throw invalid(...sentences);
  return value as PermissionRequest;
}

/** Adds the response to a return address and keeps the app's own query parameters unchanged. */
function withAnswer(href: string, answer: Readonly<Record<string, string | null>>): string {
  const fields = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  const separator = !href.includes('?') ? '?' : /[?&]$/.test(href) ? '' : '&';
  return `${href}${separator}${new URLSearchParams(fields).toString()}`;
}
