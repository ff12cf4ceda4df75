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
    {
      name: 'lint',
      command: 'oxlint',
      args: ['--type-aware', '--quiet', '--report-unused-disable-directives-severity=error'],
    },
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
  if (!(await audit())) failed.push('dependencies');
  console.log(
    failed.length === 0 ? 'Types, lint, format and dead code: fine.' : `\nWrong: ${failed.join(', ')}.`,
  );
  return failed.length === 0;
}

/** Known holes in what we ship. A registry that cannot tell is no reason to fail: it may be away, or a mirror. */
async function audit() {
  const { output } = await run(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-timeout=10000', '--fetch-retries=0'],
    {
      quiet: true,
    },
  );
  let counts;
  try {
    counts = JSON.parse(output.slice(output.indexOf('{'))).metadata?.vulnerabilities;
  } catch {
    counts = undefined;
  }
  if (!counts) {
    console.log('Dependency audit: the registry gives no answer, so nothing was checked.');
    return true;
  }
  const grave = counts.high + counts.critical;
  if (grave > 0)
    console.log(`\nnpm audit: ${grave} grave holes in what we ship; run \`npm audit --omit=dev\`.`);
  return grave === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await check()) ? 0 : 1;
