import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const hosted = fileURLToPath(new URL('../../sdk/dist/hosted', import.meta.url));

/** Emits the SDK with the pages, so that every service hosts the files that games load and install. */
export function emitSdk(): Plugin {
  return {
    name: 'pid:emit-sdk',
    apply: 'build',
    generateBundle() {
      if (!existsSync(hosted)) this.error('The SDK is not built. Run npm run build first.');
      const entries = readdirSync(hosted, { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((found) => found.isFile())) {
        const file = path.join(entry.parentPath, entry.name);
        const fileName = path.posix.join('sdk', path.relative(hosted, file).split(path.sep).join('/'));
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
      }
    },
  };
}
