// `npm run check`: types, lint, format, dead code. Prints what is wrong, and one line for what is fine.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './run.mjs';

export async function check() {
  const projects = [
    'tsconfig.json',
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/tsconfig.json`),
  ];
  const steps = [
    ...projects.map((project) => ({
      name: `types of ${path.dirname(project)}`,
      command: 'tsc',
      args: ['-p', project],
    })),
    { name: 'lint', command: 'oxlint', args: ['--type-aware', '--quiet'] },
    { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
    { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  ];
  const failed = [];
  for (const { name, command, args } of steps) {
    const { code, output } = await run(command, args, { quiet: true });
    if (code === 0) continue;
    failed.push(name);
    console.log(`\n${name} (${command} ${args.join(' ')}):\n${output.trim()}`);
  }
  console.log(
    failed.length === 0 ? 'Types, lint, format and dead code: fine.' : `\nWrong: ${failed.join(', ')}.`,
  );
  return failed.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await check()) ? 0 : 1;
