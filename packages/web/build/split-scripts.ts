/** What is loaded on use, or by few: it stays a file of its own. */
const ON_USE =
  /\/(?:errors\.\w+|error-sentence|qr-code|data-table|code-block|countries|use-after-paint|sign-in-with-passkey|say-amount|sign-recovery|send-signals|offer-passkey|library|suspension-notice|suspended-flow|elsewhere|return-notice|waiting-place|operation-progress)\.tsx?$|\/step-up\/|\.(?:en|id)\.ts$/u;

/** Parts of the kit that no page of a first visit shows: whoever needs one of them loads its like too. */
const LATER_KIT =
  /\/kit\/(?:controls\/(?:steps|tabs|listing|late-qr-code|share-button)|platform\/share|format\/(?:percent|parse-units))\.tsx?$|\/passkeys\/first-passkey\.tsx$|\/load-signing\.ts$/u;

/** What is typed into, asked in a window or listed in pages: signing in, agreeing and the home page do without. */
const FORMS =
  /\/kit\/(?:controls\/(?:inputs|field|form|dialog|confirm-dialog|countdown|item-list|empty-state|use-pages)|api\/intents|format\/duration)\.tsx?$|\/identity\/parts\/handle\/check-handle\.ts$|\/money\/parts\/(?:once|last-top-up|read-last-top-up|checkout-path)\.tsx?$/u;

/** What every login needs is apart from what its developer needs. */
const LOGIN =
  /\/apps\/parts\/login\/|\/money\/parts\/(?:linked|answer-link)\.tsx?$|\/identity\/parts\/late-suspended-flow\.tsx$|\/passkeys\/passkey-notice\.tsx$/u;

/** Every file costs a request on a slow line, and small ones compress badly: the shell with most of the kit is one file. */
function shellFile(id: string): string | null {
  if ([ON_USE, LATER_KIT, FORMS, LOGIN].some((others) => others.test(id)) || id.includes('/not-found/'))
    return null;
  const isShared =
    /\/src\/(?:kit|shell)\/|\/identity\/parts\/|\/security\/parts\/passkeys\/|\/packages\/contract\//u.test(
      id,
    );
  return isShared || /\/(?:money\/parts\/money\.tsx|apps\/parts\/fresh-secret\.ts)$/u.test(id)
    ? 'index'
    : null;
}

const formsFile = (id: string) => (FORMS.test(id) ? 'forms' : null);

/** What is shown as a picture or shared, what wallets sign with, and the rest. */
function laterKitFile(id: string): string | null {
  if (!LATER_KIT.test(id)) return null;
  if (/\/(?:late-qr-code|share|share-button)\.tsx?$/u.test(id)) return 'share';
  return /\/(?:tabs|listing|percent|load-signing)\.tsx?$/u.test(id) ? 'kit' : 'wallet-kit';
}

/** Not with the payloads that wallets alone sign. */
const bytesFile = (id: string) => (id.endsWith('/protocol/src/base64url.ts') ? 'bytes' : null);

/** A passkey that makes itself or is offered in a field: the library, and what has it work without being asked. */
const passkeyFile = (id: string) =>
  /@simplewebauthn\/browser|\/passkeys\/(?:library|send-signals|offer-passkey)\.ts$/u.test(id)
    ? 'passkeys'
    : null;

const loginFile = (id: string) => (LOGIN.test(id) && !ON_USE.test(id) ? 'login' : null);

/** Moving money is apart from looking at it. */
const SENDING = /\/money\/parts\/(?:type-amount|amount-field|money-link|send-link)\.tsx?$/u;

/** What the pages of a domain share is one file too; the home page shows money and what happened, so these two are one. */
function partsFile(id: string): string | null {
  if (SENDING.test(id)) return 'sending';
  const domain = ON_USE.test(id) ? undefined : /\/src\/features\/(\w+)\/parts\//u.exec(id)?.[1];
  return domain === 'money' || domain === 'security' ? 'account' : (domain ?? null);
}

/** The words of a first visit, with those of parts that other pages use as well. */
function wordsFile(id: string): string | null {
  const language = /\/(?:router\/words|(?:money\/parts|activity)\/text)\.(en|id)\.ts$/u.exec(id)?.[1];
  return language === undefined ? null : `words-${language}`;
}

export const scriptFiles = {
  groups: [
    { name: wordsFile, priority: 8 },
    { name: shellFile, priority: 7 },
    { name: formsFile, priority: 6 },
    { name: laterKitFile, priority: 5 },
    { name: bytesFile, priority: 4 },
    { name: passkeyFile, priority: 3 },
    { name: loginFile, minShareCount: 2, priority: 2 },
    { name: partsFile, minShareCount: 2, priority: 1 },
  ],
};
