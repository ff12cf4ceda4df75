export { eraseProfile, insertProfile, readProfile } from './profile.store.ts';
export { profileRoutes } from './profile.routes.ts';
