import type { AccountDeps } from '../account/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Notifications } from '../platform/db/index.ts';
import type { Route } from '../platform/http/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { closeDeadSessions } from './close-dead-sessions.ts';
import { gameProgramRoutes } from './game-programs.routes.ts';
import { registerGrantEffects } from './grant-effects.ts';
import { grantRoutes, validateRoute } from './grants.routes.ts';
import { playRoutes } from './play.routes.ts';
import { openProgramAllowlist } from './program-allowlist.ts';
import { programScope } from './program-scope.ts';

export interface SessionGrantDeps extends AccountDeps {
  readonly config: Config;
  readonly notifications: Notifications;
  readonly log: Logger;
  appExists(clientId: string): Promise<boolean>;
}

export interface SessionGrants {
  readonly routes: readonly Route[];
  readonly jobs: readonly Job[];
  close(): void;
}

const roundsMax = 50;

export async function openSessionGrants(deps: SessionGrantDeps): Promise<SessionGrants> {
  const { config, chain } = deps;
  const allowlist = await openProgramAllowlist({
    ...deps,
    configured: config.gamePrograms,
    loopback: config.loopback,
    ownProgram: chain.programId,
  });
  registerGrantEffects(deps.relay);
  return {
    routes: [
      validateRoute({ clock: deps.clock, allowlist, scope: programScope(chain) }),
      ...grantRoutes({ ...deps, allowlist }),
      ...playRoutes({ ...deps, allowlist }),
      ...gameProgramRoutes(deps),
    ],
    jobs: [
      {
        name: 'close dead game sessions',
        everySeconds: 60,
        async run() {
          for (let round = 0; round < roundsMax && (await closeDeadSessions(deps)) > 0; round += 1);
        },
      },
    ],
    close: () => allowlist.close(),
  };
}
