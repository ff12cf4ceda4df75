import type { Text } from '../text.en.ts';
import type { Subject } from './plan-recovery.ts';
import type { RecoveryText } from './text.en.ts';

/** What every step of a recovery is shown with. */
export interface PartProps {
  readonly text: Text;
  readonly words: RecoveryText;
  readonly subject: Subject;
  readonly onBack: () => void;
  readonly onChanged: () => Promise<void>;
}
