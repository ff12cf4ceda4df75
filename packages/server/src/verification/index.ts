export { openVerification } from './open-verification.ts';
export { deleteRequests as deleteVerifications } from './verification.store.ts';
