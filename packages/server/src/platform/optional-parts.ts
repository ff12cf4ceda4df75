import { ConfigError } from './config/index.ts';

const missing = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** Loads an optional dependency. Where it is not installed, the error says with `remedy` what to do. */
export async function loadOptionalPart<T>(load: () => Promise<T>, remedy: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!missing.has((error as { code?: string }).code ?? '')) throw error;
    throw new ConfigError([remedy], { cause: error });
  }
}

/** Loads a development dependency. `remedy` says how to run without it. */
export function loadDevelopmentPart<T>(load: () => Promise<T>, remedy: string): Promise<T> {
  return loadOptionalPart(load, `${remedy} (or install without --omit=dev)`);
}
