import type { FastifyInstance } from 'fastify';
import type { Job } from '../../platform/jobs.ts';
import type { Needs } from '../../platform/needs.ts';
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
  let stopped = false;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  async function deliver(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await deliverMails(delivery, () => stopped);
      } while (isAskedAgain && !stopped);
    } finally {
      // There is no await between the last check of `isAskedAgain` and this line, so every later wake-up
      // starts a delivery.
      running = null;
    }
  }

  function wake(): Promise<void> {
    if (running) isAskedAgain = true;
    else running = deliver();
    return running ?? Promise.resolve();
  }

  deps.notifications.on('notice', () => {
    if (!stopped)
      wake().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'mail delivery failed; retrying with the next run'),
      );
  });
  return {
    jobs: [{ name: 'send mails', everySeconds: 15, run: wake }],
    mountPages: (http) => {
      if (!config.smtpUrl) developmentMailPages(http, { db });
    },
    forget: () => transport.forget(),
    async close() {
      stopped = true;
      transport.close();
      await running?.catch(() => undefined);
    },
  };
}

function chooseTransport(deps: MailerDeps): MailTransport | null {
  const { smtpUrl, mailFrom, loopback } = deps.config;
  if (smtpUrl && mailFrom) return smtpTransport({ smtpUrl, from: mailFrom });
  return loopback ? developmentTransport(deps) : null;
}
