import type { FastifyInstance } from 'fastify';
import { isRecentAtProvider, listCountingPasskeys } from './credentials/index.ts';
import { noticeRoutes, openMailer } from './notices/index.ts';
import type { Route } from './platform/http/index.ts';
import type { Job } from './platform/jobs.ts';
import { recipientOf } from './recipients.ts';
import { endSessions } from './sessions/index.ts';

type NoticesContext = Omit<Parameters<typeof openMailer>[0], 'recipientOf'>;

/** Notices with what they need of slices that tell by them: those cannot be imported there without a circle. */
export function openNotices(context: NoticesContext): {
  readonly routes: readonly Route[];
  readonly jobs: readonly Job[];
  mountPages(http: FastifyInstance): void;
  close(): Promise<void>;
} {
  const { db, clock } = context;
  const mailer = openMailer({ ...context, recipientOf });
  return {
    routes: noticeRoutes({
      db,
      clock,
      // Whoever says that it was not them: nobody stays signed in.
      endSessions: async (tx, identityId, now) =>
        void (await endSessions(tx, { identityId, exceptId: null, reason: 'frozen', now })),
      isRecentAtProvider: (caller) => isRecentAtProvider(caller, clock),
      hasCountingPasskey: async (identityId) =>
        (await listCountingPasskeys(db, identityId, clock.now())).length > 0,
    }),
    jobs: mailer.jobs,
    mountPages: (http) => mailer.mountPages(http),
    close: () => mailer.close(),
  };
}
