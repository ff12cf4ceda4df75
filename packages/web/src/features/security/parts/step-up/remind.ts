import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { describeRequest, loadWords } from './words.ts';

/** After a recent sign-in, shows the request that needed it, so that the player can repeat it. */
export async function remind(request: NamedRequest): Promise<void> {
  const text = await loadWords();
  const action = describeRequest(text, request);
  if (action !== null) showToast(text.backAgain(action), 'note');
}
