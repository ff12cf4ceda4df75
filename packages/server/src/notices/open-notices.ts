import { dayMillis } from '../platform/config/index.ts';
import { openPageSweep } from '../platform/db/index.ts';
import type { Slice } from '../platform/slice.ts';
import { eraseNotices, exportNotices } from './erase-notices.store.ts';
import { sweepFreezes, sweepNotMeTokens } from './freezes.store.ts';
import { sweepDevices } from './known-devices.store.ts';
import { openMailer } from './mail/open-mailer.ts';
import { insertFarewell } from './mail/outbox.store.ts';
import { openPusher, type PusherDeps } from './push/open-pusher.ts';
import { watchIncoming } from './watch-incoming.ts';
import { noticeRoutes } from './notices.routes.ts';
import { sweepNotices } from './notices.store.ts';
import type { NoticeConfig } from './settings.ts';

/** Includes functions of slices that send notices. Importing those slices here would be circular. */
type NoticesDeps = Parameters<typeof openMailer>[0] &
  Omit<Parameters<typeof noticeRoutes>[0], 'mailsOffered' | 'pushKey' | 'pushTestService'> &
  PusherDeps & {
    readonly config: NoticeConfig;
  };

export async function openNotices(deps: NoticesDeps): Promise<Slice> {
  const { config, db, clock, recipientOf } = deps;
  const mailer = openMailer(deps);
  const pusher = await openPusher(deps);
  const mailsOffered = config.smtpUrl !== null || config.loopback;
  const { publicKey: pushKey } = pusher;
  const { pushTestService } = config;
  const keptSince = () => new Date(clock.nowMillis() - config.retentionDays.notices * dayMillis);
  const forgetDevices = openPageSweep(deps, {
    table: 'known_devices',
    remove: (from, to) => sweepDevices(db, keptSince(), from, to),
  });
  return {
    routes: noticeRoutes({ ...deps, mailsOffered, pushKey, pushTestService }),
    jobs: [...mailer.jobs, ...pusher.jobs, ...watchIncoming(deps)],
    async forget() {
      await sweepNotices(db, keptSince());
      await forgetDevices();
      await sweepFreezes(db, keptSince());
      await sweepNotMeTokens(db, clock.now());
      await mailer.forget();
      await pusher.forget();
    },
    mount: (http) => mailer.mountPages(http),
    async erase(tx, { id }, now) {
      const recipient = await recipientOf(tx, id);
      await eraseNotices(tx, id);
      if (recipient) await insertFarewell(tx, { identityId: id, now, ...recipient });
    },
    export: { notices: exportNotices },
    async close() {
      await mailer.close();
      await pusher.close();
    },
  };
}
