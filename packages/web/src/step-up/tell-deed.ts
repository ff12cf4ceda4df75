import { showToast } from '../ui/toast.tsx';
import { operationOf } from './operations.ts';
import type { StepUpCall } from './operations.ts';
import { deedOf, loadWords } from './words.ts';

export async function tellDeed(call: StepUpCall): Promise<void> {
  const known = operationOf(call);
  if (!known) return;
  const text = await loadWords();
  showToast(text.backAgain(deedOf(text, known, call.body)), 'note');
}
