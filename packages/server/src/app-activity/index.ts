export { deleteActivity } from './app-activity.store.ts';
export { openAppActivity } from './open-app-activity.ts';
