import { dayMillis } from '../../platform/config/index.ts';
import { isLoopbackHost } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import type { MailSender } from '../settings.ts';
import type { Mail } from './compose-mail.ts';
import { deleteDevelopmentMails, insertDevelopmentMail } from './development-mail.store.ts';

/** The outcome of one mail: `refused` is permanent (a 5xx), `later` can be retried. */
export type Sending = 'sent' | 'refused' | 'later';

export interface MailTransport {
  send(address: string, mail: Mail): Promise<Sending>;
  /** Deletes old mails that this transport has stored. */
  forget(): Promise<void>;
  /** Ends pending sends to an unresponsive server with `later`. */
  close(): void;
}

const connectMillis = 10_000;
const silentMillis = 20_000;
const developmentDays = 7;

/**
 * Sends through a mail server. The library is loaded with the first mail, because most nodes never send one.
 */
export function smtpTransport(options: { smtpUrl: URL; from: MailSender }): MailTransport {
  const { smtpUrl, from } = options;
  let giveUp = () => {};
  const closed = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('the node is closing'));
  });
  closed.catch(() => undefined);
  return {
    forget: async () => {},
    close: () => giveUp(),
    async send(address, mail) {
      const transport = await connectionTo(smtpUrl);
      try {
        // Pass the address as an object: a string would be parsed as a list of addresses.
        await Promise.race([
          transport.sendMail({
            ...mail,
            from,
            to: { name: '', address },
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
          closed,
        ]);
        return 'sent';
      } catch (error) {
        return isForGood(error) ? 'refused' : 'later';
      } finally {
        transport.close();
      }
    },
  };
}

async function connectionTo(smtpUrl: URL) {
  const secure = smtpUrl.protocol === 'smtps:';
  const user = decodeURIComponent(smtpUrl.username);
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: smtpUrl.hostname.replaceAll(/[[\]]/g, ''),
    port: smtpUrl.port === '' ? (secure ? 465 : 587) : Number(smtpUrl.port),
    secure,
    // The password and the link must not cross a network unencrypted. A server on this machine needs no TLS.
    requireTLS: !secure && !isLoopbackHost(smtpUrl.hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(smtpUrl.password) } }),
    connectionTimeout: connectMillis,
    greetingTimeout: connectMillis,
    socketTimeout: silentMillis,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects, encrypts and signs in as for a mail, but sends nothing. */
export async function proveMailServer(smtpUrl: URL): Promise<void> {
  const transport = await connectionTo(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * RFC 5321, section 4.2.1: a 5yz reply must not be retried. A refused password is a fault of our
 * configuration, so those mails wait.
 */
function isForGood(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
}

/** Stores mails for `/development-mail` on a developer's machine instead of sending them. */
export function developmentTransport({ db, clock }: Needs<'db' | 'clock'>): MailTransport {
  return {
    forget: () => deleteDevelopmentMails(db, new Date(clock.nowMillis() - developmentDays * dayMillis)),
    close: () => {},
    async send(address, mail) {
      await insertDevelopmentMail(db, { at: clock.now(), address, ...mail });
      return 'sent';
    },
  };
}
