export { openAppActivity } from './open-app-activity.ts';
