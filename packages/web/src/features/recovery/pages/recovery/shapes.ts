import type { Reply } from '@pid/contract';
import type { Stopped } from '../../parts/stopped.ts';
import type { Text } from './text.en.ts';

export type Recovery = Reply<'getRecovery'>;

export interface PartProps {
  readonly text: Text;
  readonly pid: string;
  readonly recovery: Recovery;
  readonly onChanged: () => void;
}

/** True if the sheet is the only guardian: nobody has to be called, and no second device approves. */
export function isPaperOnly({ policy }: Pick<Recovery, 'policy'>): boolean {
  return policy !== null && policy.guardians.every(({ kind }) => kind === 'sheet');
}

export interface AttemptProps extends PartProps {
  readonly attempt: Recovery['pending'][number];
  readonly onStopped: (stopped: Stopped) => void;
}
