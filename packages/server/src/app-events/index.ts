export { getHead, listEvents } from './app-events.store.ts';
export { openAppEvents } from './open-app-events.ts';
