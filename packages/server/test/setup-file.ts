import { afterAll } from 'vitest';
import { releaseAll } from './file-end.ts';

afterAll(releaseAll, 60_000);
