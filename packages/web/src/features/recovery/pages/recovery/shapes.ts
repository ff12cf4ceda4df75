import type { Reply } from '@pid/contract';
import type { Text } from './text.en.ts';

export type Recovery = Reply<'getRecovery'>;

export interface PartProps {
  readonly text: Text;
  readonly pid: string;
  readonly recovery: Recovery;
  readonly onChanged: () => void;
}

export interface AttemptProps extends PartProps {
  readonly attempt: Recovery['pending'][number];
}
