import { ConfigError } from '../src/platform/config/index.ts';
import { loadConfig } from '../src/settings.ts';

/** For tests: the problems of an environment, as an operator reads them. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
