export { admitToApp } from './admit-to-app.ts';
export {
  appExists,
  appName,
  appOwner,
  appReturnAddress,
  lockOwnedApps,
  ownedApps,
  requireReturnAddress,
  setPaused,
  setVerified,
  termsFor,
} from './for-other-slices.ts';
export { writeRating } from './ages.ts';
export { lookUpCounted } from './device/count-guesses.ts';
export { newUserCode, readUserCode } from './device/user-code.ts';
export { listSponsors } from './grants.store.ts';
export { confirmRatingOf } from './confirm-rating.ts';
export { appForReview, appsForReview, lockForReview } from './review-app.ts';
export { hasEverBelonged } from './members/members.store.ts';
export { isPausedUnderLock, listAppsByPrefix } from './app-status.store.ts';
export { rotateIdTokenKey } from './oidc/id-token-keys.ts';
export {
  dropClearIdTokenKeys,
  dropLostIdTokenKeys,
  hasIdTokenKey,
  oidcKeyColumn,
} from './oidc/oidc-keys.store.ts';
export type { LoginAs } from './login-as.ts';
export { openRelyingParties } from './open-relying-parties.ts';
export { relyingPartySettings } from './settings.ts';
