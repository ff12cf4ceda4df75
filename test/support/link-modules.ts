import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Links the installed packages into a copy of the tree. Links of workspaces lead into the copy. */
export function linkModules(folder: string): void {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/node_modules`);
  for (const modules of ['node_modules', ...packages])
    if (existsSync(path.join(root, modules))) linkFolder(modules, folder);
}

function linkFolder(modules: string, folder: string): void {
  mkdirSync(path.join(folder, modules), { recursive: true });
  for (const entry of readdirSync(path.join(root, modules), { withFileTypes: true })) {
    const name = path.join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) linkFolder(name, folder);
    else {
      const target = path.relative(root, realpathSync(path.join(root, name)));
      const within = target.split(path.sep).includes('node_modules') ? root : folder;
      symlinkSync(path.join(within, target), path.join(folder, name), 'junction');
    }
  }
}
