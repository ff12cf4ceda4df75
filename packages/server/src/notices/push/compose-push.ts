import type { Language } from '@pid/contract/languages';
import { sayNotice } from '../mail/compose-mail.ts';
import type { AnyNotice } from '../notice-types.ts';

/** The decrypted text of a notification. The service worker (`packages/web/public/sw.js`) reads it. */
export interface PushPayload {
  /** A repeated delivery replaces the notification of the same tag. */
  readonly tag: string;
  readonly language: Language;
  readonly title: string;
  readonly body: string;
  /** The page that a click opens. */
  readonly path: string;
  readonly at: number;
}

const bodyLength = 300;

/** The payload is encrypted to the device. It contains names and amounts, unless the player hides them. */
export function composePush(input: {
  readonly notice: AnyNotice;
  readonly noticeId: bigint;
  readonly at: Date;
  readonly language: Language;
  readonly showDetails: boolean;
  readonly timeZone: string;
}): string {
  const { notice, language } = input;
  const { subject, sentence } = sayNotice(language, notice, input.timeZone);
  const payload: PushPayload = {
    tag: `notice-${input.noticeId}`,
    language,
    title: subject,
    body: input.showDetails ? cut(sentence) : '',
    path: pathOf(notice),
    at: input.at.getTime(),
  };
  return JSON.stringify(payload);
}

function cut(text: string): string {
  return text.length > bodyLength ? `${text.slice(0, bodyLength)}…` : text;
}

function pathOf({ type, data }: AnyNotice): string {
  // The receipt of a send needs no time; receipts of other entries are found through the notices.
  const isSend = type === 'money.sent' || (type === 'money.received' && data.payment === undefined);
  return isSend ? `/receipts/${encodeURIComponent(data.id)}` : '/notices';
}
