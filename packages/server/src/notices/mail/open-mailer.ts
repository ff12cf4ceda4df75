import type { FastifyInstance } from 'fastify';
import type { Job } from '../../platform/jobs.ts';
import type { Needs } from '../../platform/needs.ts';
import { openOutboxLoop } from '../outbox-loop.ts';
import type { NoticeConfig } from '../settings.ts';
import { deliverMails, type DeliveryDeps } from './deliver-mails.ts';
import { developmentMailPages } from './development-mail.pages.ts';
import { developmentTransport, smtpTransport, type MailTransport } from './mail-transport.ts';
import { countWaiting, dropMailsBefore } from './outbox.store.ts';
import { oldestMailSeconds } from './watch-mails.ts';

export interface MailerDeps extends Needs<'db' | 'notifications' | 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly config: Omit<NoticeConfig, 'retentionDays'>;
  readonly recipientOf: DeliveryDeps['recipientOf'];
}

export interface Mailer {
  readonly jobs: readonly Job[];
  /** Mounts the pages that show unsent mails on a developer's machine. */
  mountPages(http: FastifyInstance): void;
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Sends the mails of notices soon after their commit, on the first node that takes them. */
export function openMailer(deps: MailerDeps): Mailer {
  const { config, db, clock } = deps;
  const transport = chooseTransport(deps);
  if (!transport)
    return {
      jobs: [
        {
          name: 'drop mails',
          everySeconds: 60,
          run: async () => void (await dropMailsBefore(db, clock.now())),
        },
      ],
      mountPages: () => {},
      forget: async () => {},
      close: async () => {},
    };
  const counter = deps.metrics.counter('pid_mails_total', 'Mails to players by outcome', ['outcome']);
  deps.metrics.gauge('pid_mails_waiting', 'Mails waiting to be sent', () => countWaiting(db));
  deps.metrics.gauge('pid_mails_oldest_seconds', 'Age of the oldest mail waiting to be sent', () =>
    oldestMailSeconds(db, clock),
  );
  const delivery: DeliveryDeps = {
    ...deps,
    transport,
    baseUrl: config.baseUrl,
    timeZone: config.timeZone,
    count: (outcome) => counter.inc({ outcome }),
  };
  const loop = openOutboxLoop({
    log: deps.log,
    what: 'mail delivery',
    deliverAll: (isStopped) => deliverMails(delivery, isStopped),
  });
  deps.notifications.on('notice', loop.wakeSoon);
  return {
    jobs: [{ name: 'send mails', everySeconds: 15, run: loop.wake }],
    mountPages: (http) => {
      if (!config.smtpUrl) developmentMailPages(http, { db });
    },
    forget: () => transport.forget(),
    async close() {
      loop.stop();
      transport.close();
      await loop.ended();
    },
  };
}

function chooseTransport(deps: MailerDeps): MailTransport | null {
  const { smtpUrl, mailFrom, loopback } = deps.config;
  if (smtpUrl && mailFrom) return smtpTransport({ smtpUrl, from: mailFrom });
  return loopback ? developmentTransport(deps) : null;
}
