export { accountKeyColumn } from './account-keys.ts';
export { countLostAccountKeys, dropLostAccountKeys } from './account-keys.store.ts';
export { continueLog, LogError, restartLog } from './begin-log.ts';
export { describeLog, rotateLogKey } from './describe-log.ts';
export { openTransparency } from './open-transparency.ts';
