export { searchApps } from './search-apps.ts';
export { checkAdministrators } from './check-administrators.ts';
export { unverifyApp, verifyApp } from './verify-app.ts';
export { isPauseReason, pauseApp, resumeApp } from './pause-app.ts';
export { adminRoutes } from './admin.routes.ts';
export { openMachines } from './admit-machine.ts';
export { listMachineCredentials } from './machine-credentials.store.ts';
export { addMachineCredential, endMachineCredential } from './manage-machine-credentials.ts';
export { adminSettings } from './settings.ts';
