export { listEvents, readHead } from './app-events.store.ts';
export { openAppEvents } from './open-app-events.ts';
