import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { describeRequest, loadWords } from './words.ts';

/** Back from a fresh sign-in: what it was asked for is shown, so that it can be done now. */
export async function remind(request: NamedRequest): Promise<void> {
  const text = await loadWords();
  const action = describeRequest(text, request);
  if (action !== null) showToast(text.backAgain(action), 'note');
}
