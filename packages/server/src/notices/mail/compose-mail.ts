import { nameDevice } from '@pid/contract';
import { chooseLanguage, mailLanguages, type Language } from '@pid/contract/languages';
import { escapeHtml } from '../../platform/escape-html.ts';
import { loadTexts } from '../../platform/load-texts.ts';
import { incomingTypes, type AnyNotice } from '../notice-types.ts';
import type { MailWords } from './words.en.ts';

const texts = await loadTexts<MailWords>(async (language) => (await import(`./words.${language}.ts`)).words);

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailContent {
  readonly notice: AnyNotice;
  readonly at: Date;
  readonly pid: string;
  /** The locale of the profile. Without one, the mail is in several languages. */
  readonly locale: string | null;
  readonly baseUrl: URL;
  readonly timeZone: string;
  /** Null if the notice needs no link. */
  readonly notMeToken: string | null;
}

const pages: Readonly<Record<AnyNotice['type'], string | null>> = {
  'passkey.added': '/security',
  'passkey.approval_asked': '/security',
  'passkey.approved': '/security',
  'passkey.removed': '/security',
  'login.linked': '/security?tab=logins',
  'login.unlinked': '/security?tab=logins',
  'session.new_device': '/security?tab=devices',
  'app.connected': '/connected-apps',
  'app.paused': '/apps',
  'app.resumed': '/apps',
  'app.changed': '/apps',
  'app.invitation': '/apps',
  'app.member_invited': '/apps',
  'app.member_joined': '/apps',
  'app.member_left': '/apps',
  'app.membership_ended': '/apps',
  'app.verified': '/apps',
  'app.verification_refused': '/apps',
  'bank_account.changed': '/apps',
  'bank_account.approved': '/apps',
  'bank_account.refused': '/apps',
  'settlement.requested': '/apps',
  'settlement.paid': '/apps',
  'settlement.failed': '/apps',
  'money.sent': '/money',
  'money.received': '/money',
  'money.returned': '/money',
  'money.topped_up': '/money',
  'money.deposited': '/money',
  'activation.paid': '/money',
  'activation.returned': '/money',
  'payment.confirmed': '/payments',
  'allowance.approved': '/connected-apps',
  'allowance.charged': '/payments',
  'allowance.refused': '/connected-apps',
  'allowance.ended': '/connected-apps',
  'wallet.withdrawn': '/wallet',
  'wallet.claim_opened': '/wallet',
  'freeze.begun': '/freeze',
  'freeze.lifted': '/freeze',
  'recovery.asked': '/recovery',
  'recovery.help_asked': '/guardians',
  'recovery.policy_set': '/recovery',
  'recovery.policy_removed': '/recovery',
  'recovery.guardian_left': '/recovery',
  'recovery.guardian_named': '/guardians',
  'recovery.guardian_dropped': '/guardians',
  'recovery.started': '/recovery',
  'recovery.cancelled': '/recovery',
  'recovery.finished': '/security',
  'family.invited': '/family',
  'family.linked': '/family',
  'family.ended': '/family',
  'family.rules_changed': '/family',
  'family.birth_month_corrected': '/family',
  'family.asked': '/family',
  'family.decided': '/family',
  'family.allowance_approved': '/family',
  'family.login_refused': '/family',
  'identity.deleted': null,
};

const valueLength = 120;

/**
 * Composes a mail as text and as HTML. Text from players and apps appears only in the body, on one line and
 * escaped.
 */
export function composeMail(content: MailContent): Mail {
  const languages = content.locale === null ? mailLanguages : [chooseLanguage(null, [content.locale])];
  const parts = languages.map((language) => sayIn(language, content));
  return {
    subject: parts.map(({ words }) => words.subjects[content.notice.type]).join(' / '),
    text: parts.map(writeText).join('\n\n--\n\n'),
    html: writeHtml(parts),
  };
}

/** The subject and the sentence of a notice in one language, for a notification to a device. */
export function sayNotice(
  language: Language,
  notice: AnyNotice,
  timeZone: string,
): { readonly subject: string; readonly sentence: string } {
  const words = texts[language];
  return {
    subject: words.subjects[notice.type],
    sentence: sentenceOf(words, notice, momentFormat(language, timeZone)),
  };
}

function momentFormat(language: Language, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone });
}

interface Part {
  readonly words: MailWords;
  readonly language: Language;
  readonly lines: readonly string[];
  readonly look: string | null;
  readonly notMe: string | null;
  readonly footer: string;
}

function sayIn(language: Language, content: MailContent): Part {
  const words = texts[language];
  const { notice, baseUrl } = content;
  const page = pages[notice.type];
  const format = momentFormat(language, content.timeZone);
  return {
    words,
    language,
    lines: [
      words.greeting(content.pid),
      sentenceOf(words, notice, format),
      words.when(format.format(content.at)),
    ],
    look: page === null ? null : new URL(page, baseUrl).href,
    footer: (incomingTypes as readonly string[]).includes(notice.type) ? words.chosenFooter : words.footer,
    notMe: content.notMeToken === null ? null : new URL(`/not-me#${content.notMeToken}`, baseUrl).href,
  };
}

/** Formats times in the data like the time of the mail. */
function sentenceOf(words: MailWords, notice: AnyNotice, format: Intl.DateTimeFormat): string {
  const say = words.sentences[notice.type] as (data: Record<string, unknown>) => string;
  return say(shownFields(words, format, notice.data));
}

function shownFields(words: MailWords, format: Intl.DateTimeFormat, data: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, shown(words, format, key, value)]),
  );
}

function shown(words: MailWords, format: Intl.DateTimeFormat, key: string, value: unknown): unknown {
  // Names of items, by language.
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return shownFields(words, format, value);
  if (typeof value !== 'string') return value;
  if (key === 'readyAt' || key === 'usableFrom') return format.format(new Date(value));
  if (key === 'userAgent') return nameDevice(value) ?? words.unknownDevice;
  // Administrators write the reason, and it may contain a link.
  return key === 'reason' ? oneLine(value) : withoutLinks(oneLine(value));
}

/**
 * Mail programs turn any text that looks like an address into a link. Text from players and apps must not
 * become one: a dot before a letter gets a space on both sides, and `://` gets one inside. Full-width dots
 * are included, because browsers read them as dots.
 */
function withoutLinks(text: string): string {
  return text.replaceAll(/(?<=\S)[.\u3002\uFF0E\uFF61](?=\p{L})/gu, ' $& ').replaceAll('://', ': //');
}

/** Removes line breaks, control characters and bidi characters, and cuts long text. */
function oneLine(value: string): string {
  const plain = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain.length > valueLength ? `${plain.slice(0, valueLength)}…` : plain;
}

function writeText({ words, lines, look, notMe, footer }: Part): string {
  return [
    ...lines,
    ...(look === null ? [] : [`${words.look}: ${look}`]),
    ...(notMe === null ? [] : [`${words.notMe}\n${notMe}`]),
    footer,
  ].join('\n\n');
}

function writeHtml(parts: readonly Part[]): string {
  const bodies = parts.map(
    ({ words, language, lines, look, notMe, footer }) =>
      `<div lang="${language}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}${
        look === null ? '' : `<p><a href="${escapeHtml(look)}">${escapeHtml(words.look)}</a></p>`
      }${
        notMe === null
          ? ''
          : `<p>${escapeHtml(words.notMe)}<br><a href="${escapeHtml(notMe)}">${escapeHtml(words.notMeLink)}</a></p>`
      }<p><small>${escapeHtml(footer)}</small></p></div>`,
  );
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${bodies.join('<hr>')}</body></html>`;
}
