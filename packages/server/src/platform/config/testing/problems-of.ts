import { ConfigError, loadConfig } from '../load-config.ts';

/** For tests: what is wrong with an environment, in the sentences that an operator reads. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
