export { greetDevice, isDevice } from './greet-device.ts';
export { tellOwner } from './tell-owner.ts';
export { openNotices } from './open-notices.ts';
