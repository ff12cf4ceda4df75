import { createHash } from 'node:crypto';
import { randomIds } from '../src/platform/ids.ts';
import { createSealer } from '../src/platform/sealing/index.ts';

const key = createHash('sha256').update('the master key of every test').digest();

/**
 * Used by every service under test, so that several services on one database are nodes of one installation.
 */
export const testMasterKey = key.toString('base64');

/** The same key for tests that do not use HTTP. */
export const testSealer = createSealer(randomIds, { current: key, previous: null });
