export { eraseProfile, insertProfile, readProfile, type Profile } from './profile.store.ts';
export { profileRoutes, profileSchema } from './profile.routes.ts';
