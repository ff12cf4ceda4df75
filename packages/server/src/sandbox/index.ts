export { DevPasskey, type KeptPasskey } from './dev-passkey.ts';
export { keepMode, refuseOtherMode, type Trace } from './keep-mode.ts';
export { openSandbox } from './open-sandbox.ts';
export { pageMark } from './page-banner.ts';
