/** Modules that are loaded on use or that few players need, and texts. Each stays in a separate file. */
const ON_USE =
  /\/(?:errors\.\w+|error-sentence|qr-code|data-table|code-block|countries|say-amount|sign-recovery|send-signals|offer-passkey|library|suspension-notice|suspended-flow|elsewhere|operation-progress|scan-qr|scan-qr-read|creature|account-menu|share-card|draw-card|birth-month-form|allowance-list|sign-operation|in-sight|parse-units|app-form|read-app-form)\.tsx?$|\/step-up\/|\/parts\/push\/|\.\w{2,3}\.ts$/u;

/**
 * Kit modules that no page of a first visit shows. They are grouped, because a page that needs one of them
 * usually needs similar ones.
 */
const LATER_KIT =
  /\/kit\/(?:controls\/(?:steps|tabs|late-qr-code|share-button)|platform\/share|format\/percent)\.tsx?$|\/passkeys\/first-passkey\.tsx$/u;

/** Inputs and paged lists. The sign-in, consent, payment and home pages do not need them. */
const FORMS =
  /\/kit\/controls\/(?:inputs|form|empty-state|listing|use-pages)\.tsx?$|\/identity\/parts\/handle\/check-handle\.ts$/u;

/** Dialogs, time limits and the way back to an interrupted action. */
const DIALOGS =
  /\/kit\/(?:controls\/(?:dialog|confirm-dialog|countdown)|format\/duration|passkeys\/return-notice)\.tsx?$/u;

/** Moves money once, whatever the connection does. */
const PAYING = /\/kit\/api\/intents\.ts$|\/money\/parts\/(?:once|cost-facts)\.tsx?$/u;

/** Modules that every login and every request of an app needs, separate from the modules that only app developers need. */
const LOGIN =
  /\/kit\/app-request\/|\/money\/parts\/asked-by-app\.tsx$|\/suspension\/late-suspended-flow\.tsx$|\/passkeys\/passkey-notice\.tsx$/u;

/** Pages that only show money do not load the modules for sending it. */
const SENDING =
  /\/kit\/money\/(?:(?:read|type)-amount|amount-field)\.tsx?$|\/money\/parts\/(?:money-link|note|late-linked)\.tsx?$/u;

/** The picture and the words of a game, which most pages do not show. */
const GAMES = /\/kit\/(?:controls\/(?:game-cover|draw-scenery)|format\/game-words)\.tsx?$/u;

/**
 * Puts the shell and most of the kit into one file: every file costs a request on a slow connection, and
 * small files compress badly.
 */
function shellFile(id: string): string | null {
  if (
    [ON_USE, LATER_KIT, FORMS, DIALOGS, PAYING, LOGIN, SENDING, GAMES].some((others) => others.test(id)) ||
    id.includes('/not-found/') ||
    // Visits to rarer pages load their list.
    /\/router\/(?:player-)?pages\.ts$/u.test(id) ||
    // Only for the owners of apps and for administrators.
    id.endsWith('/contract/src/banks.ts')
  )
    return null;
  const isShared =
    /\/src\/(?:kit|shell)\/|\/identity\/parts\/|\/(?:late-activity-list|top-ups|say-payment)\.tsx?$|\/apps\/parts\/fresh-secret\.ts$|\/packages\/contract\/src\/(?!texts)/u.test(
      id,
    );
  return isShared ? 'index' : null;
}

function formsFile(id: string): string | null {
  if (FORMS.test(id)) return 'forms';
  return DIALOGS.test(id) ? 'dialogs' : null;
}

function laterKitFile(id: string): string | null {
  if (!LATER_KIT.test(id)) return null;
  if (/\/(?:late-qr-code|share|share-button)\.tsx?$/u.test(id)) return 'share';
  return /\/(?:tabs|percent)\.tsx?$/u.test(id) ? 'kit' : 'wallet-kit';
}

/** A separate file, so that pages that only need base64url do not load the payloads that wallets sign. */
const bytesFile = (id: string) => (id.endsWith('/protocol/src/base64url.ts') ? 'bytes' : null);

/**
 * The WebAuthn library and the modules that use it without a click: automatic creation of a passkey, autofill
 * and signals.
 */
const passkeyFile = (id: string) =>
  /@simplewebauthn\/browser|\/passkeys\/(?:library|send-signals|offer-passkey)\.ts$/u.test(id)
    ? 'passkeys'
    : null;

/** Modules that the same visits load late, and the list of the pages of players with what few of them share. */
const TOGETHER = [
  ['push', /\/parts\/push\/(?:choices|push-device)\.tsx?$/u],
  ['activation', /\/pages\/wallet\/(?:activation-card|rupiah-offer|use-signing)\.tsx?$/u],
  ['player-pages', /\/router\/player-pages\.ts$|\/parts\/read-allowances\.ts$/u],
] as const;
const togetherFile = (id: string) => TOGETHER.find(([, files]) => files.test(id))?.[0] ?? null;

/** The form of an app has an amount too, so this file comes before those of the domains. */
const sendingFile = (id: string) => (SENDING.test(id) ? 'sending' : null);

const loginFile = (id: string) => (LOGIN.test(id) && !ON_USE.test(id) ? 'login' : null);

/**
 * Puts the modules that the pages of a domain share into one file. Money and security share a file, because
 * several pages show both. The list of activity is separate: the home page loads it after its first paint.
 */
function partsFile(id: string): string | null {
  if (PAYING.test(id)) return 'paying';
  if (GAMES.test(id)) return 'games';
  if (/\/parts\/activity\/(?:activity-list|describe-event)\.tsx?$/u.test(id)) return 'activity';
  const domain = ON_USE.test(id) ? undefined : /\/src\/features\/([\w-]+)\/parts\//u.exec(id)?.[1];
  return domain === 'money' || domain === 'security' ? 'account' : (domain ?? null);
}

/**
 * Texts in files per language: those of every page and of the way to a first sign-in, with the few words about payments
 * and games that many pages show; and those of a player's home and money.
 */
const WORDS =
  /\/(?:i18n\/common|pages\/(?:landing|signin|claim|authorize)\/text|games\/parts\/text|contract\/src\/texts\/payment)\.(\w+)\.ts$/u;
const OWN_WORDS = /\/(?:pages\/(?:home|money)\/text|money\/parts\/text)\.(\w+)\.ts$/u;

function wordsFile(name: string, files: RegExp) {
  return (id: string) => {
    const language = files.exec(id)?.[1];
    return language === undefined ? null : `${name}-${language}`;
  };
}

export const scriptFiles = {
  groups: [
    { name: wordsFile('words', WORDS), priority: 9 },
    { name: wordsFile('own', OWN_WORDS), priority: 8 },
    { name: shellFile, priority: 7 },
    { name: formsFile, priority: 6 },
    { name: laterKitFile, priority: 5 },
    { name: bytesFile, priority: 4 },
    { name: passkeyFile, priority: 3 },
    { name: togetherFile, priority: 3 },
    { name: sendingFile, priority: 2 },
    { name: loginFile, minShareCount: 2, priority: 2 },
    { name: partsFile, minShareCount: 2, priority: 1 },
  ],
};
