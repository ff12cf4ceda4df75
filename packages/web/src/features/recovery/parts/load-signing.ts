/** The modules for bytes, hashes and addresses are loaded on use. */
export const loadSigning = () => import('./sign-recovery.ts');
