import type { MailSender } from '../../platform/config/index.ts';
import { isLoopbackHost } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import type { Mail } from './compose-mail.ts';
import { insertDevelopmentMail } from './development-mail.store.ts';

/** What became of one mail: `refused` is for good (a 5xx), `later` may pass. */
export type Sending = 'sent' | 'refused' | 'later';

export interface MailTransport {
  send(address: string, mail: Mail): Promise<Sending>;
  /** Whoever waits for a server that says nothing gets `later`. */
  close(): void;
}

const connectMillis = 10_000;
const silentMillis = 20_000;

/** A mail server. Loaded when the first mail is sent: most nodes of most people never do. */
export function smtpTransport(options: { smtpUrl: URL; from: MailSender }): MailTransport {
  const { smtpUrl, from } = options;
  let giveUp = () => {};
  const closed = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('the node is closing'));
  });
  closed.catch(() => undefined);
  return {
    close: () => giveUp(),
    async send(address, mail) {
      const transport = await connectionTo(smtpUrl);
      try {
        // An address as an object is one address: as a text it would be parsed as a list of them.
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
    // The password and the link must not cross a network in the open; a server on this machine may do without.
    requireTLS: !secure && !isLoopbackHost(smtpUrl.hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(smtpUrl.password) } }),
    connectionTimeout: connectMillis,
    greetingTimeout: connectMillis,
    socketTimeout: silentMillis,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects, encrypts and signs in as sending does, and sends nothing. */
export async function proveMailServer(smtpUrl: URL): Promise<void> {
  const transport = await connectionTo(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** RFC 5321, section 4.2.1: a 5yz is not to be repeated. A refused password is ours to mend, so those mails wait. */
function isForGood(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
}

/** On one's own machine: nothing is sent, `/development-mail` shows it. */
export function developmentTransport({ db, clock }: Needs<'db' | 'clock'>): MailTransport {
  return {
    close: () => {},
    async send(address, mail) {
      await insertDevelopmentMail(db, { at: clock.now(), address, ...mail });
      return 'sent';
    },
  };
}
