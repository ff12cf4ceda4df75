import { parseUrl } from '../parse-url.ts';
import type { Reader } from './readers.ts';
import { optional, secret } from './setting.ts';

export interface MailSender {
  readonly name: string;
  readonly address: string;
}

const senderPattern =
  /^(?:([^<>"\r\n]{1,100}) <([^<>\s@]{1,64}@[^<>\s@]{1,190})>|([^<>\s@]{1,64}@[^<>\s@]{1,190}))$/;

const readSmtpUrl: Reader<URL> = (text) => {
  const url = parseUrl(text);
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search
  )
    throw new Error(
      'must be smtp:// or smtps:// and a host, with user:password@ before it if the server requires it',
    );
  return url;
};

const readSender: Reader<MailSender> = (text) => {
  const [, name = '', named, bare] = senderPattern.exec(text.trim()) ?? [];
  const address = named ?? bare;
  if (!address) throw new Error('must be an address such as PID <no-reply@pid.example>');
  return { name, address };
};

/** Mail to players. */
export const mailSettings = {
  smtpUrl: secret(
    'PID_SMTP_URL',
    'Mail server for notices to players: smtps://user:password@host, or smtp:// with STARTTLS',
    readSmtpUrl,
    'no mails; on loopback they are shown at /development-mail',
  ),
  mailFrom: optional(
    'PID_MAIL_FROM',
    'Whom mails come from, such as PID <no-reply@pid.example>',
    readSender,
    'needed with PID_SMTP_URL',
  ),
} as const;
