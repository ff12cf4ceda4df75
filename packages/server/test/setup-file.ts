import { afterAll } from 'vitest';
import '../../../test/support/searches.ts';
import { releaseAll } from './file-end.ts';
import { watchConnections } from './one-connection.ts';

/** This file runs before each test file of a worker, which keeps the driver that the first run has changed. */
const worker = globalThis as { throwIfNested?: () => void };
worker.throwIfNested ??= watchConnections();

afterAll(async () => {
  await releaseAll();
  worker.throwIfNested!();
}, 60_000);
