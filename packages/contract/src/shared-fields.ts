/**
 * What an app learns about a player who allows it, by the scope that hands it over: `any` with every login, `read` all of it. The
 * consent page has words for each name. test/consent-words.test.ts compares them with what apps receive.
 */
export const sharedFields = {
  any: ['pid', 'status', 'createdAt', 'signedInAt', 'readiness'],
  profile: ['displayName', 'avatarUrl', 'bio', 'country', 'locale'],
  balance: ['balance', 'statement'],
} as const;

export type SharedScope = keyof typeof sharedFields;
export type SharedField = (typeof sharedFields)[SharedScope][number];
