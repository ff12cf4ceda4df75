/**
 * Fields that an app can read about a player who allows it, by scope: `any` comes with every login, `read` includes everything but `age`.
 * The consent page has a text for each name; test/consent-words.test.ts compares them with the fields that apps receive.
 */
export const sharedFields = {
  any: ['pid', 'status', 'createdAt', 'signedInAt', 'readiness'],
  profile: ['displayName', 'avatarUrl', 'bio', 'country', 'locale'],
  balance: ['balance', 'statement'],
  age: ['ageBand'],
} as const;

export type SharedScope = keyof typeof sharedFields;
export type SharedField = (typeof sharedFields)[SharedScope][number];
