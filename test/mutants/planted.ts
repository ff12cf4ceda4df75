/**
 * `npm run deep planted [seeds]`: plants one bug at a time in a copy of the tree and prints whether the
 * relay's simulator finds it.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { plantedBugs, type PlantedBug } from '../../packages/server/test/simulation/planted-bugs.ts';
import { copyTree, type TreeCopy } from './copy-tree.ts';
import { serverFolder } from './test-files.ts';

const seeds = Number(process.argv[2] ?? 50);
const tree = copyTree();
let missed = 0;
console.log('| planted bug | found |\n|---|---|');
try {
  for (const planted of plantedBugs) {
    const verdict = await verdictOn(planted, tree);
    if (verdict === null && !planted.unseen) missed += 1;
    console.log(`| ${planted.bug} | ${verdict ?? `no${planted.unseen ? `: ${planted.unseen}` : ''}`} |`);
  }
} finally {
  tree.remove();
}
process.exitCode = missed === 0 ? 0 : 1;

/** Returns the first seed that failed and its message; null if none failed. */
function verdictOn({ file, find, replace, bug }: PlantedBug, copy: TreeCopy): Promise<string | null> {
  const change = {
    file: path.join(serverFolder, file),
    edit: (text: string) => {
      if (!text.includes(find)) throw new Error(`${file} no longer contains: ${find}`);
      return text.replace(find, () => replace);
    },
  };
  return copy.withChange(change, async () => {
    const output = await simulate(copy.folder);
    const wrong = /seed (\d+) went wrong: (.*)/.exec(output);
    if (wrong) return `seed ${wrong[1]}: ${wrong[2]}`;
    if (!output.includes('distinct interleavings')) throw new Error(`no verdict on "${bug}":\n${output}`);
    return null;
  });
}

function simulate(folder: string): Promise<string> {
  const words = ['run', `${serverFolder}/relay/simulation.test.ts`, '-t', 'under any faults'];
  const child = spawn(process.execPath, [path.join(folder, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PID_TEST_SEED: '1', PID_TEST_RUNS: String(seeds), CI: '' },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}
