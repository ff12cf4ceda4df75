import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { clearSessionCookies, type CookieSettings } from '../sessions/index.ts';
import { deleteIdentity, identityDeletionOptions, type DeletionDeps } from './delete-identity.ts';
import { listCredentials } from './list-credentials.ts';
import { unlinkCredential, type UnlinkDeps } from './unlink-credential.ts';

export function credentialRoutes(deps: UnlinkDeps & DeletionDeps & { cookies: CookieSettings }): Route[] {
  return [
    route(operations.listCredentials, ({ caller }) => listCredentials(deps.db, caller.identityId)),
    route(operations.unlinkCredential, async ({ caller, params, request }) => {
      await unlinkCredential(deps, { caller, credentialId: params.id, origin: originOf(request) });
      return { ok: true };
    }),
    route(operations.identityDeletionOptions, ({ caller, body }) =>
      identityDeletionOptions(deps, caller, { abandon: body.abandon ?? null }),
    ),
    route(operations.deleteIdentity, async ({ caller, body, request, reply, requireStepUp }) => {
      await deleteIdentity(deps, {
        caller,
        assertion: body.assertion ?? null,
        terms: { abandon: body.abandon ?? null },
        requireStepUp,
        origin: originOf(request),
      });
      clearSessionCookies(reply, deps.cookies);
      return { ok: true };
    }),
  ];
}
