import { laterWithText } from '../../../kit/i18n/late-text.tsx';
import type { LinkedProps } from './linked.tsx';
import type { LinkText } from './link-text.en.ts';

/** Only players who come through an app's link load it. */
export const LateLinked = laterWithText<Omit<LinkedProps, 'text'>, LinkText>(
  8,
  import.meta.glob('./link-text.*.ts'),
  async () => (await import('./linked.tsx')).Linked,
);
