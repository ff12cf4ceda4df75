import { sweepPasskeys } from './credentials/index.ts';
import { permissionSweeps } from './evm-permissions/index.ts';
import { sweepNotices, sweepNotMeTokens } from './notices/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/index.ts';
import type { Job } from './platform/jobs.ts';
import { sweepLoginCodes } from './relying-parties/index.ts';
import { sweepPlay } from './session-grants/index.ts';
import { sweepSessions } from './sessions/index.ts';
import { sweepSignIn } from './sign-in/index.ts';

const dayMillis = 86_400_000;

/** What has long ended and is kept by nobody's right. */
export function sweeps({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep sign-ins',
      everySeconds: 300,
      run: () => sweepSignIn(db, clock.now(), new Date(clock.nowMillis() - 2 * dayMillis)),
    },
    {
      name: 'sweep login codes',
      everySeconds: 600,
      run: () => sweepLoginCodes(db, new Date(clock.nowMillis() - dayMillis)),
    },
    {
      name: 'sweep passkeys',
      everySeconds: 300,
      run: () => sweepPasskeys(db, clock.now()),
    },
    permissionSweeps({ db, clock }),
    {
      name: 'sweep play',
      everySeconds: 3600,
      run: () => sweepPlay(db, new Date(clock.nowMillis() - 3 * dayMillis)),
    },
    {
      name: 'sweep notices',
      everySeconds: 3600,
      run: async () => {
        await sweepNotices(db, new Date(clock.nowMillis() - 180 * dayMillis));
        await sweepNotMeTokens(db, clock.now());
      },
    },
    {
      name: 'sweep sessions',
      everySeconds: 3600,
      run: () => sweepSessions(db, new Date(clock.nowMillis() - 90 * dayMillis)),
    },
  ];
}
