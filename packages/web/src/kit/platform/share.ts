import { isAbort } from './is-abort.ts';

/**
 * Shares data with another app on the device, if possible. Returns true if it was shared or the player
 * cancelled.
 */
async function tryShare(what: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function' || !navigator.canShare(what)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return isAbort(error);
  }
}

/**
 * Copies the link if the device cannot share. Copying fails on an insecure origin or if the browser forbids
 * it.
 */
export async function shareOrCopy(what: {
  readonly title: string;
  readonly url: string;
}): Promise<'shared' | 'copied' | 'failed'> {
  if (await tryShare(what)) return 'shared';
  try {
    await navigator.clipboard.writeText(what.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** Shares a file, or saves it if the device cannot share. */
export async function shareOrSave(file: File): Promise<void> {
  if (await tryShare({ files: [file] })) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
