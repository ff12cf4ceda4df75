import { closeSync, openSync } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';

const LIMIT_BYTES = 4 * 1024 * 1024;
const CHECK_EVERY_MILLISECONDS = 60_000;
const TAIL_BYTES = 16 * 1024;

export async function logSize(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

/**
 * Limits the size of the log and keeps one predecessor. The server opens the log in append mode, so
 * truncating it is safe.
 */
export async function boundLog(file: string, limitBytes = LIMIT_BYTES): Promise<void> {
  if ((await logSize(file)) <= limitBytes) return;
  await copyFile(file, `${file}.1`).catch(() => undefined);
  await truncate(file, 0).catch(() => undefined);
}

export function keepLogBounded(file: string): () => void {
  const timer = setInterval(() => void boundLog(file), CHECK_EVERY_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

export function withAppendedLog<T>(file: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Log text from `fromByte`, at most the last 16 KiB. */
export async function readLogSince(file: string, fromByte: number): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(size < fromByte ? 0 : fromByte, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(size - start, 0)), 0, null, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

export function lastLines(text: string, count = 12): string {
  return text.trim().split('\n').slice(-count).join('\n');
}

export type Diagnosis = 'disk_full' | 'another_server' | 'unknown';

/**
 * PostgreSQL reports the reason for a failed start only in its log. Messages are in English because it is
 * started with LC_ALL=C.
 */
export function diagnose(log: string): Diagnosis {
  if (/No space left on device|Disk quota exceeded/.test(log)) return 'disk_full';
  // A second server on the folder, or backends of a killed server that have not exited yet.
  if (/lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(log))
    return 'another_server';
  return 'unknown';
}
