import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramManifest, ProgramName, SbpfVersion } from './manifest.ts';

export type { BinaryManifest, ProgramManifest, ProgramName, SbpfVersion } from './manifest.ts';
export { GAME_ERRORS, decodeBoard, findBoardAddress, openBoardInstruction, playInstruction } from './game.ts';
export type { Board } from './game.ts';

/** The folder of the built programs. A bundle that moves this code passes the new folder to each function. */
export const ARTIFACTS_DIRECTORY = fileURLToPath(new URL('../artifacts/', import.meta.url));

export function programPath(
  name: ProgramName,
  version: SbpfVersion = 'v0',
  directory = ARTIFACTS_DIRECTORY,
): string {
  return join(directory, version === 'v0' ? `${name}.so` : `${name}.${version}.so`);
}

export function readProgram(
  name: ProgramName,
  version: SbpfVersion = 'v0',
  directory = ARTIFACTS_DIRECTORY,
): Uint8Array {
  return new Uint8Array(readFileSync(programPath(name, version, directory)));
}

export function readManifest(directory = ARTIFACTS_DIRECTORY): ProgramManifest {
  // The build writes this file, and a test compares it with the programs.
  return JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as ProgramManifest;
}
