import { operations, type Reply } from '@pid/contract';
import { inBatches } from '../platform/db/index.ts';
import { route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { systemTimers } from '../platform/timers.ts';
import { sweepEvents } from './app-events.store.ts';
import { listAppEvents } from './list-app-events.ts';
import { startSequencer } from './sequencer.ts';
import { openWaitingRoom } from './waiting-room.ts';

const keptMillis = 30 * 86_400_000;
const limitDefault = 100;

type EventType = Reply<'listAppEvents'>['items'][number]['type'];

export function openAppEvents(deps: Needs<'db' | 'clock' | 'log' | 'notifications'>): Slice {
  const room = openWaitingRoom(deps.notifications);
  const sequencer = startSequencer(deps.db, deps.log);
  return {
    routes: [
      route(operations.listAppEvents, async ({ caller, params, query, request, admitAgain }) => {
        const gone = new AbortController();
        const leave = () => gone.abort();
        request.raw.socket.once('close', leave);
        const { items, last } = await listAppEvents({ db: deps.db, room, timers: systemTimers }, caller, {
          clientId: params.client_id,
          after: query.after === undefined ? null : BigInt(query.after),
          limit: query.limit ?? limitDefault,
          waitSeconds: query.wait ?? 0,
          gone: gone.signal,
          admitAgain,
        }).finally(() => request.raw.socket.off('close', leave));
        return {
          items: items.map(({ number, type, at, data }) => ({
            number,
            type: type as EventType,
            at: at.toISOString(),
            data,
          })),
          last,
        };
      }),
    ],
    jobs: [
      {
        name: 'sweep app events',
        everySeconds: 3600,
        async run() {
          const before = new Date(deps.clock.nowMillis() - keptMillis);
          await inBatches((most) => sweepEvents(deps.db, before, most));
        },
      },
    ],
    // A stopping node responds to waiting requests before it waits for its connections to close.
    mount: (http) =>
      void http.addHook('preClose', (done) => {
        room.close();
        done();
      }),
    close: () => sequencer.close(),
  };
}
