import { operations } from '@pid/contract';
import { route, type RequestWatch } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { sweepActivity } from './app-activity.store.ts';
import { getAppActivity, keptDays, type GetActivityDeps } from './get-app-activity.ts';
import { createActivityRecorder } from './record-activity.ts';
import { watchApps } from './watch-apps.ts';

export interface AppActivityDeps extends Needs<'db' | 'clock' | 'log'> {
  readonly config: { readonly timeZone: string };
  readonly admitToApp: GetActivityDeps['admitToApp'];
}

export interface AppActivity extends Slice {
  readonly watch: RequestWatch;
}

const dayMillis = 86_400_000;

export function openAppActivity(deps: AppActivityDeps): AppActivity {
  const { db, clock } = deps;
  const recorder = createActivityRecorder({ db, clock, timeZone: deps.config.timeZone });
  return {
    watch: watchApps({ clock, recorder }),
    routes: [
      route(operations.getAppActivity, ({ caller, params }) =>
        getAppActivity({ ...deps, recorder }, caller, params.client_id),
      ),
    ],
    jobs: [{ name: 'write app activity', everySeconds: 5, run: () => recorder.flush() }],
    forget: () => sweepActivity(db, new Date(clock.nowMillis() - keptDays * dayMillis)),
    close: () =>
      recorder.flush().catch(() => deps.log.warn({}, 'the last app requests could not be written')),
  };
}
