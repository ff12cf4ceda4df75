import type { Environment } from './environment.ts';
import { textOf } from './secret-files.ts';
import type { Setting, Settings, Values } from './setting.ts';

/** All problems of the environment together, each with a sentence that says how to fix it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** Reads only these settings. Throws all problems together. */
export function readSettings<Some extends Settings>(environment: Environment, settings: Some): Values<Some> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    try {
      values[name] = valueOf(setting, textOf(environment, setting));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Values<Some>;
}

function valueOf(setting: Setting<unknown>, text: string | undefined): unknown {
  try {
    return text === undefined ? setting.fallback : setting.read(text);
  } catch (error) {
    throw new Error(
      text?.startsWith('tcp://')
        ? `${setting.variable} is ${text}, which Kubernetes sets in every pod beside a Service called pid: set enableServiceLinks: false in the pod's spec`
        : `${setting.variable} ${(error as Error).message}`,
      { cause: error },
    );
  }
}
