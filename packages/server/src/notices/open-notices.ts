import type { Slice } from '../platform/slice.ts';
import { eraseNotices, exportNotices } from './erase-notices.store.ts';
import { sweepNotMeTokens } from './freezes.store.ts';
import { openMailer } from './mail/open-mailer.ts';
import { insertFarewell } from './mail/outbox.store.ts';
import { noticeRoutes } from './notices.routes.ts';
import { sweepNotices } from './notices.store.ts';

/** What they need of slices that give notice: those cannot be imported here without a circle. */
type NoticesDeps = Parameters<typeof openMailer>[0] & Parameters<typeof noticeRoutes>[0];

const keptMillis = 180 * 86_400_000;

export function openNotices(deps: NoticesDeps): Slice {
  const { db, clock, recipientOf } = deps;
  const mailer = openMailer(deps);
  return {
    routes: noticeRoutes(deps),
    jobs: [
      ...mailer.jobs,
      {
        name: 'sweep notices',
        everySeconds: 3600,
        async run() {
          await sweepNotices(db, new Date(clock.nowMillis() - keptMillis));
          await sweepNotMeTokens(db, clock.now());
        },
      },
    ],
    mount: (http) => mailer.mountPages(http),
    async erase(tx, { id }, now) {
      const recipient = await recipientOf(tx, id);
      await eraseNotices(tx, id);
      if (recipient) await insertFarewell(tx, { identityId: id, now, ...recipient });
    },
    export: { notices: exportNotices },
    close: () => mailer.close(),
  };
}
