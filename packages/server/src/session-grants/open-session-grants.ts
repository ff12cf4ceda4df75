import type { AccountDeps } from '../account/index.ts';
import type { Notifications } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Slice } from '../platform/slice.ts';
import { closeDeadSessions } from './close-dead-sessions.ts';
import { gameProgramRoutes } from './game-programs.routes.ts';
import { registerGrantEffects } from './grant-effects.ts';
import { grantRoutes, validateRoute } from './grants.routes.ts';
import { playRoutes } from './play.routes.ts';
import { openProgramAllowlist } from './program-allowlist.ts';
import { sweepPlay } from './play.store.ts';
import { programScope } from './program-scope.ts';
import { eraseGrants, listGrants } from './session-grants.store.ts';
import type { SessionGrantConfig } from './settings.ts';

export interface SessionGrantDeps extends AccountDeps {
  readonly config: SessionGrantConfig;
  readonly notifications: Notifications;
  readonly log: Logger;
  readonly metrics: Metrics;
  appExists(clientId: string): Promise<boolean>;
}

const roundsMax = 50;
const exportMax = 10_000;
const playKeptMillis = 3 * 86_400_000;

export async function openSessionGrants(deps: SessionGrantDeps): Promise<Slice> {
  const { config, chain } = deps;
  const allowlist = await openProgramAllowlist({
    ...deps,
    configured: config.gamePrograms,
    loopback: config.loopback,
    ownProgram: chain.programId,
  });
  registerGrantEffects(deps.relay);
  deps.metrics.gauge('pid_play_sponsor_lamports', 'Balance of the play sponsor', async () =>
    Number(
      (await chain.client.account(chain.keys.playSponsor.address).catch(() => null))?.account?.lamports ??
        Number.NaN,
    ),
  );
  return {
    routes: [
      validateRoute({ chain, allowlist, scope: programScope(chain) }),
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
      {
        name: 'sweep play',
        everySeconds: 3600,
        run: () => sweepPlay(deps.db, new Date(deps.clock.nowMillis() - playKeptMillis)),
      },
    ],
    erase: (tx, { id }) => eraseGrants(tx, id),
    export: {
      gameSessions: async (db, identityId) =>
        (await listGrants(db, identityId, null, exportMax)).map((grant) => ({
          sessionAddress: grant.sessionAddress,
          identityId: grant.identityId,
          vault: grant.vault,
          sessionPubkey: grant.sessionPubkey,
          allowedProgram: grant.allowedProgram,
          expiresAt: Number(grant.expiresAt),
          signature: grant.signature,
          game: grant.game,
        })),
    },
    close: () => allowlist.close(),
  };
}
