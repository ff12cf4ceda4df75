import type { Input } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { answerTo, grantedScope, readAuthorizeRequest } from './authorize-request.ts';
import { ratedApp, type LoginAges } from './ages.ts';
import { issueCode, type ConsentingUser, type IssueDeps } from './issue-code.ts';

/** Consents to the login of an app in place of a test player. The response is that of the consent page. */
export type LoginAs = (
  clientId: string,
  user: ConsentingUser,
  fields: Omit<Input<'loginSandboxPlayer'>, 'pid'>,
  origin: AuditOrigin,
) => Promise<{ redirectTo: string }>;

export function loginAs(deps: IssueDeps & { readonly db: Database; readonly ages: LoginAges }): LoginAs {
  return async (clientId, user, fields, origin) => {
    const isStandard = grantedScope(fields.scope).startsWith('openid');
    const login = await readAuthorizeRequest(deps.db, {
      ...fields,
      client_id: clientId,
      ...(isStandard ? { response_type: 'code' } : {}),
    });
    if (login.protocolError !== null)
      return { redirectTo: answerTo(login, deps.issuer, { error: login.protocolError }) };
    return deps.db.transaction(async (tx) => {
      const player = { id: user.identityId, pid: user.pid };
      if (!(await deps.ages.admit(tx, player, ratedApp(login.app))))
        return { redirectTo: answerTo(login, deps.issuer, { error: 'access_denied' }) };
      const { redirectTo } = await issueCode(deps, tx, login, user, origin);
      return { redirectTo };
    });
  };
}
