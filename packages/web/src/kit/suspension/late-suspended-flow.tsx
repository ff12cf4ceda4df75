import { laterWithText } from '../i18n/late-text.tsx';
import type { Text } from './suspended-flow.en.ts';
import type { SuspendedFlowProps } from './suspended-flow.tsx';

/** Only suspended players load this, including its texts. */
export const LateSuspendedFlow = laterWithText<SuspendedFlowProps, Text>(
  6,
  import.meta.glob('./suspended-flow.*.ts'),
  async () => (await import('./suspended-flow.tsx')).SuspendedFlow,
);
