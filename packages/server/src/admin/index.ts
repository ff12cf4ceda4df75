export { findApps } from './search-apps.ts';
export { checkAdministrators } from './check-administrators.ts';
export { markVerified } from './mark-verified.ts';
export { isPauseReason, pauseApp } from './pause-app.ts';
export { adminRoutes } from './admin.routes.ts';
export { openMachines } from './admit-machine.ts';
export { listMachineCredentials } from './machine-credentials.store.ts';
export { addMachineCredential, endMachineCredential } from './manage-machine-credentials.ts';
