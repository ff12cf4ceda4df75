import {
  optional,
  readOneOf,
  readUrl,
  secret,
  setting,
  type Reader,
  type Retains,
  type Values,
} from '../platform/config/index.ts';
import { parseUrl } from '../platform/parse-url.ts';
import type { PlatformConfig } from '../platform/settings.ts';

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

/** Mail and notifications to players. */
export const noticeSettings = {
  smtpUrl: secret(
    'PID_SMTP_URL',
    'Mail server for notices to players: smtps://user:password@host, or smtp:// with STARTTLS',
    readSmtpUrl,
    'no mails; on loopback they are shown at /development-mail',
  ),
  push: setting(
    'PID_PUSH',
    'on: players can turn on notifications on their devices (Web Push, with a key that is made once and sealed); PID_CONTACT tells push services whom to ask',
    readOneOf(['on', 'off']),
    'on',
  ),
  pushTestService: optional(
    'PID_PUSH_TEST_SERVICE',
    'Origin of a fake push service for tests, on loopback only',
    readUrl,
    'none',
  ),
  mailFrom: optional(
    'PID_MAIL_FROM',
    'Whom mails come from, such as PID <no-reply@pid.example>',
    readSender,
    'needed with PID_SMTP_URL',
  ),
} as const;

export const noticeRetention = {
  /** Notices to players, and their known browsers. */
  notices: { days: 180, min: 1 },
} as const;

export type NoticeConfig = Values<typeof noticeSettings> &
  Retains<typeof noticeRetention> &
  Pick<PlatformConfig, 'baseUrl' | 'loopback'> & {
    readonly timeZone: string;
    readonly contact: string | null;
  };

export function noticeProblems({
  smtpUrl,
  mailFrom,
  pushTestService,
  loopback,
}: Values<typeof noticeSettings> & Pick<PlatformConfig, 'loopback'>): string[] {
  if (pushTestService && !loopback)
    return [
      'PID_PUSH_TEST_SERVICE is set: it lets players send requests into your network and is allowed on loopback only. Remove it',
    ];
  if (smtpUrl && !mailFrom)
    return [
      'PID_MAIL_FROM is not set: mails need an address to come from, such as PID <no-reply@pid.example>',
    ];
  if (mailFrom && !smtpUrl) return ['PID_SMTP_URL is not set: PID_MAIL_FROM alone sends no mail'];
  return [];
}
