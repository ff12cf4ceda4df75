export { eraseProfile, insertProfile, readProfile } from './profile.store.ts';
export { profileRoutes, profileSchema } from './profile.routes.ts';
