import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import { listPasskeys } from './list-passkeys.ts';
import { renamePasskey } from './rename-passkey.ts';
import { passkeyCreationOptions, registerPasskey } from './register-passkey.ts';
import { passkeySignals } from './passkey-signals.ts';
import { passkeyRevocationOptions, revokePasskey, type RevocationDeps } from './revoke-passkey.ts';

export function passkeyRoutes(deps: RevocationDeps): Route[] {
  return [
    route(operations.listPasskeys, ({ caller }) => listPasskeys(deps, caller.identityId)),
    route(operations.passkeySignals, ({ caller }) => passkeySignals(deps, caller)),
    route(operations.passkeyCreationOptions, ({ caller, body }) =>
      passkeyCreationOptions(deps, caller, {
        silent: body.conditional === true,
        counting: body.counting === true,
      }),
    ),
    route(operations.registerPasskey, ({ caller, body, request }) =>
      registerPasskey(deps, {
        caller,
        response: body.response,
        name: body.name ?? null,
        origin: originOf(request),
      }),
    ),
    route(operations.renamePasskey, ({ caller, params, body, request }) =>
      renamePasskey(deps, { caller, passkeyId: params.id, name: body.name, origin: originOf(request) }),
    ),
    route(operations.passkeyRevocationOptions, ({ caller, params }) =>
      passkeyRevocationOptions(deps, { caller, passkeyId: params.id }),
    ),
    route(operations.revokePasskey, async ({ caller, params, body, request, requireStepUp }) => {
      await revokePasskey(deps, {
        caller,
        passkeyId: params.id,
        assertion: body.assertion ?? null,
        requireStepUp,
        origin: originOf(request),
      });
      return { ok: true };
    }),
  ];
}
