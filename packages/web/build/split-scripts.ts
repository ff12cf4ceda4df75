/** What is loaded on use, or by few: it stays a file of its own. */
const ON_USE =
  /\/(?:errors\.\w+|error-sentence|qr-code|data-table|code-block|countries|use-after-paint|sign-in-with-passkey|say-amount|sign-recovery|send-signals|offer-passkey|suspension-notice)\.tsx?$|\/step-up\/|\.(?:en|id)\.ts$/u;

/** Every file costs a request on a slow line, and small ones compress badly: the shell with the whole kit is one file. */
function shellFile(id: string): string | null {
  const isShared =
    /\/src\/(?:kit|shell)\/|\/identity\/parts\/|\/security\/parts\/passkeys\/|\/load-signing\.ts$|\/packages\/contract\//u.test(
      id,
    );
  return isShared && !ON_USE.test(id) && !id.includes('/not-found/') ? 'index' : null;
}

/** What the pages of a domain share is one file too; the home page shows money and what happened, so these two are one. */
function partsFile(id: string): string | null {
  // What every login needs is apart from what its developer needs.
  if (id.includes('/apps/parts/login/') && !ON_USE.test(id)) return 'login';
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
    { name: wordsFile, priority: 3 },
    { name: shellFile, priority: 2 },
    { name: partsFile, minShareCount: 2, priority: 1 },
  ],
};
