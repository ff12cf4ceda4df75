import type { RequestWatch } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import type { Slice } from '../platform/slice.ts';
import { createRecorder } from './record-events.ts';
import { securityLogRoutes } from './security-log.routes.ts';
import { sweepSecurityLog } from './security-log.store.ts';
import type { SecurityLogConfig } from './settings.ts';
import { watchRequests } from './watch-requests.ts';

export interface SecurityLog extends Slice {
  readonly events: SecurityEvents;
  readonly watch: RequestWatch;
}

export function openSecurityLog(
  deps: Needs<'db' | 'clock' | 'log' | 'metrics'> & { readonly config: SecurityLogConfig },
): SecurityLog {
  const counter = deps.metrics.counter(
    'pid_security_events_total',
    'Security log events by kind and by whether they were recorded',
    ['event', 'outcome'],
  );
  const recorder = createRecorder({ ...deps, count: (event, outcome) => counter.inc({ event, outcome }) });
  deps.metrics.gauge(
    'pid_security_log_lag_seconds',
    'Age of the oldest event that is not in the table yet',
    () => recorder.lagSeconds(),
  );
  return {
    events: recorder,
    watch: watchRequests({ clock: deps.clock, events: recorder }),
    routes: securityLogRoutes({ db: deps.db, flush: () => recorder.flush() }),
    jobs: [{ name: 'write security log', everySeconds: 2, run: () => recorder.flush() }],
    forget: () => sweepSecurityLog(deps.db, deps.config.retentionDays),
    // Tries to write the queued events.
    close: () =>
      recorder.flush().catch(() => deps.log.warn({}, 'the last events of the security log were not written')),
  };
}
