import { ConfigError } from './config/index.ts';

const missing = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** Loads what only development needs. Where it is not installed, `remedy` tells what production has instead. */
export async function loadDevelopmentPart<T>(load: () => Promise<T>, remedy: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!missing.has((error as { code?: string }).code ?? '')) throw error;
    throw new ConfigError([`${remedy} (or install without --omit=dev)`], { cause: error });
  }
}
