import { showToast } from '../../../../kit/controls/toast.tsx';
import { operationOf } from './operations.ts';
import type { PlainCall } from '../../../../kit/api/create-api.ts';
import { deedOf, loadWords } from './words.ts';

export async function tellDeed(call: PlainCall): Promise<void> {
  const known = operationOf(call);
  if (!known) return;
  const text = await loadWords();
  showToast(text.backAgain(deedOf(text, known, call.body)), 'note');
}
