import { later } from '../controls/loading.tsx';
import { loadText } from '../i18n/locale.ts';
import type { Text } from './suspended-flow.en.ts';
import type { SuspendedFlowProps } from './suspended-flow.tsx';

/** Only suspended players load this, including its texts. */
export const LateSuspendedFlow = later(6, async () => {
  const [{ SuspendedFlow }, text] = await Promise.all([
    import('./suspended-flow.tsx'),
    loadText<Text>(import.meta.glob('./suspended-flow.*.ts')),
  ]);
  return (props: SuspendedFlowProps) => <SuspendedFlow {...props} text={text} />;
});
