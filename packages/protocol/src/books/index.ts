export * from './checkpoint.ts';
export * from './ed25519.ts';
export * from './follow-log.ts';
export * from './hashes.ts';
export * from './merkle.ts';
export * from './tile-path.ts';
export * from './verify-proof.ts';
