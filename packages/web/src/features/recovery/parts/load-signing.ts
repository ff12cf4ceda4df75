/** Bytes, hashes and addresses of the chain come with the press that needs them. */
export const loadSigning = () => import('./sign-recovery.ts');
