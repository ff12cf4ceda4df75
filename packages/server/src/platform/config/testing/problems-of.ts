import { ConfigError, loadConfig } from '../load-config.ts';

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
