import { createHash } from 'node:crypto';
import { randomIds } from '../src/platform/ids.ts';
import { createSealer } from '../src/platform/sealing/index.ts';

const key = createHash('sha256').update('the master key of every test').digest();

/** The setting of every service under test, so that several of them on one database are nodes of one. */
export const testMasterKey = key.toString('base64');

/** The same for tests that call below HTTP. */
export const testSealer = createSealer(randomIds, { current: key, previous: null });
