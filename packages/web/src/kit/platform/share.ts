import { isAbort } from './is-abort.ts';

/** Hands something to another app of the device, where there is such a way; true when it was taken or put away. */
async function tryShare(what: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function' || !navigator.canShare(what)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return isAbort(error);
  }
}

/** Copied where nothing can take it; a page without a safe address, or a browser that forbids it, cannot even do that. */
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

/** Shared as a file, or saved where nothing can take it. */
export async function shareOrSave(file: File): Promise<void> {
  if (await tryShare({ files: [file] })) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
