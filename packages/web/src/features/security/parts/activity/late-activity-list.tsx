import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import type { ActivityListProps } from './activity-list.tsx';
import type { ActivityText } from './text.en.ts';

/** Its many texts load with it, because few pages show it. */
export const LateActivityList = laterWithText<Omit<ActivityListProps, 'text'>, ActivityText>(
  8,
  import.meta.glob('./text.*.ts'),
  async () => (await import('./activity-list.tsx')).ActivityList,
);
