import { afterAll } from 'vitest';
import '../../../test/support/searches.ts';
import { releaseAll } from './file-end.ts';

afterAll(releaseAll, 60_000);
