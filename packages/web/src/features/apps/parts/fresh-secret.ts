import { signal } from '@preact/signals';
import type { AppSecret } from './shapes.ts';

/** The secret that was just made: in memory only, so that a reload forgets what is shown once. */
export const freshSecret = signal<AppSecret | null>(null);
