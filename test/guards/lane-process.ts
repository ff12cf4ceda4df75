/**
 * Runs tests again and again in the copy it lies in. Vitest stays: what was transformed once is not transformed again, and the
 * template database is migrated once.
 */
import path from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';

export interface Question {
  /** Path filters of vitest. */
  readonly filters: readonly string[];
  /** Files of the copy that changed since the last question. */
  readonly changed: readonly string[];
}

/** The first test that failed; null when all passed. */
export interface Reply {
  readonly failure: string | null;
}

const folder = process.cwd();
/** Of the run that is under way; what vitest remembers is of all. */
let failure: string | null = null;
const vitest = await createVitest('test', {
  watch: false,
  project: ['all'],
  bail: 1,
  maxWorkers: 1,
  retry: 0,
  reporters: [
    {
      onTestCaseResult(test) {
        if (test.result().state === 'failed') failure ??= `${short(test.module)}: ${test.fullName}`;
      },
      onTestModuleEnd(module) {
        if (module.state() === 'failed')
          failure ??= `${short(module)}: its set-up, ${module.errors()[0]?.message.split('\n')[0]}`;
      },
      onTestRunEnd(_modules, errors) {
        if (errors.length > 0)
          failure ??= `an error that no test caught: ${errors[0]!.message.split('\n')[0]}`;
      },
    },
  ],
});

process.on('message', (question: Question) => {
  void answer(question).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));

async function answer({ filters, changed }: Question): Promise<Reply> {
  for (const file of changed) forget(file);
  const specifications = await vitest.globTestSpecifications([...filters]);
  if (specifications.length === 0) return { failure: `no test is called ${filters.join(' or ')}` };
  failure = null;
  await vitest.runTestSpecifications(specifications);
  return { failure };
}

/** Of this file alone: what imports it stays as it is. */
function forget(file: string): void {
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const module of moduleGraph.getModulesByFile(file) ?? [])
        moduleGraph.updateModuleTransformResult(module, null);
}

function short({ moduleId }: TestModule): string {
  return path
    .relative(path.join(folder, 'packages/server/src'), moduleId)
    .replace(/^(?:\.\.\/)+/, '')
    .replace(/\.test\.ts$/, '');
}
