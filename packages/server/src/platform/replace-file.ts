import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file, which others cannot read by default. A crash leaves the old text or the new one. */
export async function replaceFile(file: string, text: string, mode = 0o600): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, text, { mode });
  await rename(fresh, file);
}
