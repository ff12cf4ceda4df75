import { readFile } from 'node:fs/promises';
import { logPath, readCheckpoint } from '@pid/protocol/books';
import { replaceFile } from '../platform/replace-file.ts';
import type { LogMemory } from './append-to-log.ts';
import { LogError } from './begin-log.ts';

/** What the nodes of this machine have published last, as they kept it in a file; null without a file. */
export async function readLogState(file: string): Promise<LogMemory | null> {
  const checkpoint = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new LogError(`PID_LOG_STATE: ${file} cannot be read.`, { cause: error });
  });
  if (checkpoint === null) return null;
  try {
    const log = readCheckpoint(checkpoint);
    const number = Number(/\d+/.exec(logPath(log))?.[0] ?? 1);
    return { number, size: log.size, root: Buffer.from(log.root), checkpoint, edge: null };
  } catch (cause) {
    throw new LogError(
      `PID_LOG_STATE: ${file} is not a checkpoint of a log. If it is damaged, compare the log with a witness, then delete it.`,
      { cause },
    );
  }
}

/** Keeps what was published, unless another node of this machine has kept a later state. */
export async function keepLogState(file: string, { number, size, checkpoint }: LogMemory): Promise<void> {
  if (checkpoint === null) return;
  const kept = await readLogState(file);
  if (kept && (kept.number > number || (kept.number === number && kept.size >= size))) return;
  await replaceFile(file, checkpoint);
}
