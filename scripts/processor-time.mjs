import { readFileSync } from 'node:fs';

/** Kernel ticks per second. Linux reports 100 to user space on every architecture. */
const TICKS_PER_SECOND = 100;

/**
 * Processor seconds of a process and of all its descendants that ended and were waited for. Undefined without
 * /proc. Fields 14 to 17 of proc_pid_stat(5): utime, stime, cutime, cstime.
 */
export function processorSeconds(pid = 'self') {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
