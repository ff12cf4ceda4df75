import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import { changePasskeyName, cleanName, listPasskeys } from './list-passkeys.ts';
import { registerPasskey, registrationOptions } from './register-passkey.ts';
import { readSignals } from './passkey-signals.ts';
import { removalOptions, removePasskey, type RemovalDeps } from './remove-passkey.ts';

export function passkeyRoutes(deps: RemovalDeps): Route[] {
  return [
    route(operations.listPasskeys, ({ caller }) => listPasskeys(deps, caller.identityId)),
    route(operations.passkeySignals, ({ caller }) => readSignals(deps, caller)),
    route(operations.passkeyCreationOptions, ({ caller, body }) =>
      registrationOptions(deps, caller, {
        silent: body.conditional === true,
        counting: body.counting === true,
      }),
    ),
    route(operations.registerPasskey, async ({ caller, body, request }) => {
      const name = body.name === undefined ? null : cleanName(body.name);
      return registerPasskey(deps, { caller, response: body.response, name, origin: originOf(request) });
    }),
    route(operations.renamePasskey, ({ caller, params, body, request }) =>
      changePasskeyName(deps, { caller, passkeyId: params.id, name: body.name, origin: originOf(request) }),
    ),
    route(operations.passkeyRevocationOptions, ({ caller, params }) =>
      removalOptions(deps, { caller, passkeyId: params.id }),
    ),
    route(operations.revokePasskey, async ({ caller, params, body, request, requireStepUp }) => {
      await removePasskey(deps, {
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
