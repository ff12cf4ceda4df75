// `npm run check`: types, lint, format, dead code, known vulnerabilities. Prints every problem, or one line if there is none.
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { run } from './run.mjs';

/**
 * One checker per project: several checkers would infer the same types repeatedly, which doubles the
 * processor time on two cores. tsconfig.json lists the projects as references.
 */
const types = {
  name: 'types',
  command: 'tsc',
  args: ['-b', 'tsconfig.json', '--checkers', '1', '--builders', '2'],
};
const others = [
  {
    name: 'lint',
    command: 'oxlint',
    args: ['--type-aware', '--quiet', '--report-unused-disable-directives-severity=error'],
  },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
];

/** Builds first, because code that uses the SDK needs its built type declarations. */
export async function buildAndCheck() {
  const results = await Promise.all([
    build().then(() => passes(types)),
    inTurn(others),
    hasNoKnownVulnerability(),
  ]);
  const isSound = results.every(Boolean);
  console.log(isSound ? 'Types, lint, format and dead code: no problems.' : '\nThe checks above failed.');
  return isSound;
}

async function inTurn(steps) {
  let isSound = true;
  for (const step of steps) isSound = (await passes(step)) && isSound;
  return isSound;
}

async function passes({ name, command, args }) {
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) console.log(`\n${name} (${command} ${args.join(' ')}):\n${output.trim()}`);
  return code === 0;
}

/** Passes if the registry does not respond: it may be unreachable, or a mirror without the audit service. */
async function hasNoKnownVulnerability() {
  const { output } = await run(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-timeout=10000', '--fetch-retries=0'],
    { quiet: true },
  );
  let counts;
  try {
    counts = JSON.parse(output.slice(output.indexOf('{'))).metadata?.vulnerabilities;
  } catch {
    counts = undefined;
  }
  if (!counts) {
    console.log('Dependency audit skipped: the registry did not respond.');
    return true;
  }
  const severe = counts.high + counts.critical;
  if (severe > 0)
    console.log(
      `\n${severe} severe vulnerabilities in production dependencies. Run \`npm audit --omit=dev\` for details.`,
    );
  return severe === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await buildAndCheck()) ? 0 : 1;
