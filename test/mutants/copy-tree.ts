import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkModules } from '../support/link-modules.ts';
import { root } from './test-files.ts';

/** A change of one source file, whose path is relative to the root. */
export interface Change {
  readonly file: string;
  edit(text: string): string;
}

/** The build outputs that tests need. */
const built = ['web', 'sdk', 'server', 'dev-chain', 'embedded-postgres'].map(
  (name) => `packages/${name}/dist`,
);

/** A copy of the working tree in which sources are changed. The working tree is not changed. */
export interface TreeCopy {
  readonly folder: string;
  /** Runs `work` while the change is applied. */
  withChange<T>(change: Change, work: () => Promise<T>): Promise<T>;
  remove(): void;
}

export function copyTree(): TreeCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-mutants-'));
  const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  for (const file of new Set(files.split('\0')))
    if (file !== '' && existsSync(path.join(root, file))) copy(file, folder);
  for (const output of built) if (existsSync(path.join(root, output))) copy(output, folder);
  linkModules(folder);
  return {
    folder,
    async withChange(change, work) {
      const file = path.join(folder, change.file);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, change.edit(text));
      try {
        return await work();
      } finally {
        writeFileSync(file, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function copy(file: string, folder: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
}
