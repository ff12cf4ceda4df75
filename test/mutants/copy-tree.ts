import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/node_modules`);
  for (const modules of ['node_modules', ...packages])
    if (existsSync(path.join(root, modules))) linkModules(modules, folder);
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

/** Links the installed packages. Links of workspaces lead into the copy, where their sources are changed. */
function linkModules(modules: string, folder: string): void {
  mkdirSync(path.join(folder, modules), { recursive: true });
  for (const entry of readdirSync(path.join(root, modules), { withFileTypes: true })) {
    const name = path.join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) linkModules(name, folder);
    else {
      const target = path.relative(root, realpathSync(path.join(root, name)));
      const within = target.split(path.sep).includes('node_modules') ? root : folder;
      symlinkSync(path.join(within, target), path.join(folder, name), 'junction');
    }
  }
}

function copy(file: string, folder: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
}
