import { ConfigError } from './config/index.ts';

const missing = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Loads a development dependency. Where it is not installed, the error says with `remedy` how to run without
 * it.
 */
export async function loadDevelopmentPart<T>(load: () => Promise<T>, remedy: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!missing.has((error as { code?: string }).code ?? '')) throw error;
    throw new ConfigError([`${remedy} (or install without --omit=dev)`], { cause: error });
  }
}
