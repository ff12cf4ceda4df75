import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import type { StatusDeps } from '../identity/index.ts';
import { actorOf, route, sendDownload, type AdminCaller, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { adminAppRoutes } from './admin-apps.routes.ts';
import {
  deleteIdentityAsAdmin,
  reactivateIdentityAsAdmin,
  suspendIdentityAsAdmin,
} from './change-identity.ts';
import { getIdentityAsAdmin, type PlayerFacts } from './get-identity-as-admin.ts';
import { listAudit } from './list-audit.ts';
import { describeIdentity, searchIdentities } from './search-identities.ts';

export function adminRoutes(deps: StatusDeps & Needs<'reader'> & { readonly facts: PlayerFacts }): Route[] {
  return [
    route(operations.getIdentityAsAdmin, ({ params }) => getIdentityAsAdmin(deps, params.pid)),
    route(operations.searchIdentities, ({ query }) => searchIdentities(deps.reader, query)),
    route(operations.suspendIdentityAsAdmin, async (request) =>
      describeIdentity(await suspendIdentityAsAdmin(deps, changeOf(request))),
    ),
    route(operations.reactivateIdentityAsAdmin, async (request) =>
      describeIdentity(await reactivateIdentityAsAdmin(deps, changeOf(request))),
    ),
    route(operations.deleteIdentityAsAdmin, async (request) =>
      describeIdentity(
        await deleteIdentityAsAdmin(deps, { ...changeOf(request), abandon: request.body?.abandon }),
      ),
    ),
    ...adminAppRoutes(deps),
    route(operations.listAudit, async ({ query, reply }) =>
      sendDownload(reply, await listAudit(deps.reader, query)),
    ),
  ];
}

function changeOf({
  params: { pid },
  body,
  caller,
  request,
}: {
  readonly params: { readonly pid: string };
  readonly body: { readonly reason?: string } | null | undefined;
  readonly caller: AdminCaller;
  readonly request: Parameters<typeof originOf>[0];
}) {
  return { pid, reason: body?.reason, actor: actorOf(caller), origin: originOf(request) };
}
