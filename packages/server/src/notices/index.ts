export { eraseNotices, exportNotices } from './erase-notices.store.ts';
export { sweepNotMeTokens } from './freezes.store.ts';
export { greetDevice, isDevice } from './greet-device.ts';
export { insertFarewell } from './mail/outbox.store.ts';
export { openMailer } from './mail/open-mailer.ts';
export { noticeRoutes } from './notices.routes.ts';
export { sweepNotices } from './notices.store.ts';
export { tellOwner } from './tell-owner.ts';
