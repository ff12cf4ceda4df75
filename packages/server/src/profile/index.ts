export { appNameFlaw } from './judge-display-name.ts';
export { getProfile } from './get-profile.ts';
export { insertProfile } from './profile.store.ts';
export { openProfile } from './open-profile.ts';
