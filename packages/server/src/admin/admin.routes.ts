import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { deleteIdentity, reactivateIdentity, suspendIdentity, type StatusDeps } from '../identity/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { actorOf, route, type AdminCaller, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { adminAppRoutes } from './admin-apps.routes.ts';
import { searchAuditLog } from './search-audit-log.ts';
import { findIdentities, showIdentity } from './search-identities.ts';

export function adminRoutes(deps: StatusDeps & Needs<'reader'>): Route[] {
  return [
    route(operations.searchIdentities, ({ query }) => findIdentities(deps.reader, query)),
    route(operations.suspendIdentityAsAdmin, async (request) =>
      showIdentity(await suspendIdentity(deps, { ...changeOf(request), ...becauseOf(request.body) })),
    ),
    route(operations.reactivateIdentityAsAdmin, async (request) =>
      showIdentity(await reactivateIdentity(deps, { ...changeOf(request), ...becauseOf(request.body) })),
    ),
    route(operations.deleteIdentityAsAdmin, async (request) => {
      const { abandon, reason } = request.body ?? {};
      if (abandon && reason === undefined) throw invalid('reason must say why what is there is abandoned');
      const abandoned = abandon && reason !== undefined ? { abandonReason: reason } : {};
      return showIdentity(
        await deleteIdentity(deps, { ...changeOf(request), ...becauseOf(request.body), ...abandoned }),
      );
    }),
    ...adminAppRoutes(deps),
    route(operations.listAudit, ({ query, reply }) => searchAuditLog(deps.reader, query, reply)),
  ];
}

/** The player reads it in the own activity. */
function becauseOf(body: { readonly reason?: string } | null | undefined) {
  return body?.reason === undefined ? {} : { details: { reason: body.reason } };
}

/** Who changes whom, from where. */
function changeOf({
  params: { pid },
  caller,
  request,
}: {
  readonly params: { readonly pid: string };
  readonly caller: AdminCaller;
  readonly request: Parameters<typeof originOf>[0];
}) {
  return {
    pid: pid.endsWith('@pid') ? pid : `${pid}@pid`,
    actor: actorOf(caller),
    origin: originOf(request),
  };
}
