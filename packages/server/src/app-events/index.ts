export { openAppEvents } from './open-app-events.ts';
