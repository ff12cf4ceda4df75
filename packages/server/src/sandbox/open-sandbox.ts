import { ConfigError } from '../platform/config/index.ts';
import type { Slice } from '../platform/slice.ts';
import type { SandboxDeps } from './sandbox-deps.ts';
import { sandboxPages } from './sandbox.pages.ts';
import { sandboxRoutes } from './sandbox.routes.ts';
import { deletePlayer, listPlayers, sweepLoginLinks } from './sandbox-players.store.ts';

/** Opened in a sandbox and in development only: a live service has none of these routes. */
export async function openSandbox(deps: SandboxDeps): Promise<Slice> {
  await refuseAdministrators(deps);
  return {
    routes: sandboxRoutes(deps),
    mount: (http) => sandboxPages(http, deps),
    erase: (tx, { id }) => deletePlayer(tx, id),
    forget: () => sweepLoginLinks(deps.db, deps.clock.now()),
  };
}

/** The app that made a test player can hold its passkey, and would be an administrator with it. */
async function refuseAdministrators({ db, administrators }: SandboxDeps): Promise<void> {
  const players = await listPlayers(db, [...administrators]);
  if (players.length > 0)
    throw new ConfigError([
      `PID_ADMINS names ${players.join(', ')}, which an app made as a test player and can sign in: name other identities`,
    ]);
}
