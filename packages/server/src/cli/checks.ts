import type { Config } from '../settings.ts';
import type { Shell } from './command.ts';

/** The result of one check: its subject, and the problem in a sentence. */
export interface Check {
  readonly what: string;
  readonly problem: string | null;
  /** The service works in spite of the problem. */
  readonly isWarning?: boolean;
}

export type CheckGroup = (config: Config, shell: Shell) => Promise<readonly Check[]>;

const answerMillisMax = 8000;

/** Passes if `work` succeeds in time. An error becomes a sentence after `hint`. */
export async function attempt(what: string, hint: string, work: () => Promise<unknown>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${answerMillisMax / 1000} s`)), answerMillisMax);
  });
  try {
    await Promise.race([work(), late]);
    return { what, problem: null };
  } catch (error) {
    return { what, problem: `${hint} (${inWords(error)})` };
  } finally {
    clearTimeout(timer);
  }
}

/** Includes the cause, because a failed fetch says nothing else. */
function inWords(error: unknown): string {
  if (error instanceof Response) return `${error.url} answered ${error.status}`;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: string };
  const own = error.message || (code ?? error.name);
  return error.cause === undefined ? own : `${own}: ${inWords(error.cause)}`;
}
