export { appNameFlaw } from './judge-display-name.ts';
export { getProfile } from './get-profile.ts';
export { insertProfile, type Profile } from './profile.store.ts';
export { openProfile } from './open-profile.ts';
