import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The hashes of an SDK version in `packages/sdk/released.json`. */
export interface SdkHashes {
  readonly module: string;
  readonly package: string;
}

/** Hashes the content of the unpacked package, because its compression depends on the machine. */
export function hashSdk(unpacked: string, moduleIntegrity: string): SdkHashes {
  const hash = createHash('sha384');
  for (const name of readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (statSync(path.join(unpacked, name)).isDirectory()) continue;
    hash.update(`${name.split(path.sep).join('/')}\0`).update(readFileSync(path.join(unpacked, name)));
  }
  return { module: moduleIntegrity, package: `sha384-${hash.digest('base64')}` };
}
