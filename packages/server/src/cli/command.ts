import type { Config, Environment } from '../platform/config/index.ts';

export interface CommandContext {
  readonly config: Config;
  readonly environment: Environment;
  readonly dataDir: string;
  /** `packages/server`, wherever it was bundled to. */
  readonly packageFolder: string;
  readonly words: readonly string[];
  print(sentence: string): void;
}

/** An error whose message is meant for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
