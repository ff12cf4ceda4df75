import { later } from '../../../kit/controls/later.tsx';
import { locale } from '../../../kit/i18n/locale.ts';
import type { SuspendedFlowProps } from './suspended-flow.tsx';

/** Only suspended players load this, including its texts. */
export const LateSuspendedFlow = later(6, async () => {
  const [{ SuspendedFlow }, { text }] = await Promise.all([
    import('./suspended-flow.tsx'),
    locale.peek() === 'id' ? import('./suspended-flow.id.ts') : import('./suspended-flow.en.ts'),
  ]);
  return (props: SuspendedFlowProps) => <SuspendedFlow {...props} text={text} />;
});
