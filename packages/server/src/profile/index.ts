export { appNameFlaw } from './judge-display-name.ts';
export { insertProfile, readProfile } from './profile.store.ts';
export { openProfile } from './open-profile.ts';
