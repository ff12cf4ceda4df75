export { greetDevice, isDevice } from './greet-device.ts';
export { findFreeze, findRecoveryHold } from './freezes.store.ts';
export { delicateFields, type DelicateField, type NoticeData } from './notice-types.ts';
export { isKnownToday } from './notices.store.ts';
export { notifyOwner } from './notify-owner.ts';
export { proveMailServer } from './mail/mail-transport.ts';
export { assertMailsAreSent } from './mail/watch-mails.ts';
export { openNotices } from './open-notices.ts';
export { noticeProblems, noticeRetention, noticeSettings } from './settings.ts';
