import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';
import type { Setting } from './setting.ts';

/**
 * The text of a setting, from its variable or its file. Error messages begin with the name of the variable.
 */
export function textOf(environment: Environment, setting: Setting<unknown>): string | undefined {
  const text = environment[setting.variable] || undefined;
  const name = setting.fileVariable;
  const file = name && environment[name];
  if (!name || !file) return text;
  if (text !== undefined)
    throw new Error(`${setting.variable} and ${name} are both set: name the secret in one of them`);
  const content = readSecret(name, file).trim();
  if (content === '') throw new Error(`${name} names a file that is empty`);
  return content;
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}
