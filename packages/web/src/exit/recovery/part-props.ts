import type { Text } from '../text.en.ts';
import type { Subject } from './plan-recovery.ts';
import type { RecoveryText } from './text.en.ts';

/** Props that every step of a recovery gets. */
export interface PartProps {
  readonly text: Text;
  readonly words: RecoveryText;
  readonly subject: Subject;
  readonly onBack: () => void;
  readonly onChanged: () => Promise<void>;
}
