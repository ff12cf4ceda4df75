export { eraseNotices, exportNotices } from './erase-notices.store.ts';
export { greetDevice } from './greet-device.ts';
export { noticeRoutes } from './notices.routes.ts';
export { sweepNotices } from './notices.store.ts';
export { tellOwner } from './tell-owner.ts';
