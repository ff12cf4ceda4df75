import { signal } from '../../../kit/platform/signal.ts';
import type { AppSecret } from '../../../kit/api/shapes.ts';

/** The secret that was just created. It is kept only in memory, because it must be shown once only. */
export const freshSecret = signal<AppSecret | null>(null);
