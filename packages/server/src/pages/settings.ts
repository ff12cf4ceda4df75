import { optional, readText, readUrl } from '../platform/config/index.ts';

/** The operator's own pages and contact. */
export const pagesSettings = {
  helpUrl: optional(
    'PID_HELP_URL',
    'Your own help page, instead of the built-in one',
    readUrl,
    'the built-in /help',
  ),
  privacyUrl: optional('PID_PRIVACY_URL', 'Your own privacy page', readUrl, 'the built-in one'),
  termsUrl: optional('PID_TERMS_URL', 'Your own terms page', readUrl, 'the built-in one'),
  contact: optional(
    'PID_CONTACT',
    'Contact for players: a mail address or an https address, shown on the help page',
    readText,
    'none',
  ),
} as const;
