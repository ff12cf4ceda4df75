import type { Chain } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/index.ts';
import type { Database, Notifications } from '../platform/db/index.ts';
import type { Route } from '../platform/http/index.ts';
import type { Logger } from '../platform/log.ts';
import { gameProgramRoutes } from './game-programs.routes.ts';
import { validateRoute } from './grants.routes.ts';
import { openProgramAllowlist } from './program-allowlist.ts';
import { programScope } from './program-scope.ts';

export interface SessionGrantDeps {
  readonly config: Pick<Config, 'gamePrograms' | 'loopback'>;
  readonly db: Database;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly log: Logger;
  readonly chain: Chain;
  appExists(clientId: string): Promise<boolean>;
}

export interface SessionGrants {
  readonly routes: readonly Route[];
  close(): void;
}

export async function openSessionGrants(deps: SessionGrantDeps): Promise<SessionGrants> {
  const { config, chain } = deps;
  const allowlist = await openProgramAllowlist({
    ...deps,
    configured: config.gamePrograms,
    loopback: config.loopback,
    ownProgram: chain.programId,
  });
  const scope = programScope(chain);
  return {
    routes: [validateRoute({ clock: deps.clock, allowlist, scope }), ...gameProgramRoutes(deps)],
    close: () => allowlist.close(),
  };
}
