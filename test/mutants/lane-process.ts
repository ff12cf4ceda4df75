/**
 * Runs tests repeatedly in the copy of the tree that contains this file. The vitest process is kept, so that
 * files are transformed only once and the template database is migrated only once.
 */
import path from 'node:path';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';

export interface Question {
  /** Path filters of vitest. */
  readonly filters: readonly string[];
  /** Whether the filters are whole paths, in the order in which they must run. */
  readonly inOrder: boolean;
  /** Whether the first failure ends the run. */
  readonly bails: boolean;
  /** Files of the copy that changed since the last request. */
  readonly changed: readonly string[];
}

export interface FileResult {
  readonly file: string;
  readonly seconds: number;
  readonly hasFailed: boolean;
}

/** The first test that failed. The file is null for an error outside of any test. */
export interface Failure {
  readonly test: string;
  readonly file: string | null;
}

export type Reply =
  | { readonly type: 'file'; readonly result: FileResult }
  | { readonly type: 'end'; readonly failure: Failure | null };

const folder = process.cwd();
/** Failure of the current run only; vitest's state covers all runs. */
let failure: Failure | null = null;
let order: readonly string[] = [];
let lastEndMillis = 0;

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- the sequencer's, not an array's
    if (order.length === 0) return known;
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(moduleId));
    return known.toSorted((left, right) => place(left) - place(right));
  }
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['all', 'release'],
  bail: 1,
  // Projects ignore `maxWorkers` from here, but inherit this option.
  fileParallelism: false,
  retry: 0,
  sequence: { sequencer: GivenOrder },
  reporters: [
    {
      onTestCaseResult(test) {
        if (test.result().state === 'failed') fail(test.module, test.fullName);
      },
      onTestModuleEnd(module) {
        const hasFailed = module.state() === 'failed';
        if (hasFailed) fail(module, `its set-up, ${module.errors()[0]?.message.split('\n')[0]}`);
        const seconds = (Date.now() - lastEndMillis) / 1000;
        lastEndMillis = Date.now();
        send({ type: 'file', result: { file: relative(module.moduleId), seconds, hasFailed } });
      },
      onTestRunEnd(_modules, errors) {
        if (errors.length === 0) return;
        failure ??= {
          test: `an error that no test caught: ${errors[0]!.message.split('\n')[0]}`,
          file: null,
        };
      },
    },
  ],
});

process.on('message', (question: Question) => {
  answer(question).then(send, (error: unknown) =>
    send({ type: 'end', failure: { test: `the run failed: ${String(error)}`, file: null } }),
  );
});
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));

async function answer({ filters, inOrder, bails, changed }: Question): Promise<Reply> {
  for (const file of changed) forget(file);
  const matching = await vitest.globTestSpecifications([...filters]);
  const specifications = inOrder
    ? matching.filter(({ moduleId }) => filters.includes(relative(moduleId)))
    : matching;
  if (specifications.length === 0)
    return { type: 'end', failure: { test: `no test is called ${filters.join(' or ')}`, file: null } };
  failure = null;
  order = inOrder ? filters : [];
  lastEndMillis = Date.now();
  for (const { config } of vitest.projects) config.bail = bails ? 1 : 0;
  await vitest.runTestSpecifications(specifications);
  return { type: 'end', failure };
}

/** Makes vitest transform this file again; the files that import it keep their transformed code. */
function forget(file: string): void {
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const module of moduleGraph.getModulesByFile(file) ?? [])
        moduleGraph.updateModuleTransformResult(module, null);
}

function fail(module: TestModule, test: string): void {
  failure ??= { test: `${short(module)}: ${test}`, file: relative(module.moduleId) };
}

function send(reply: Reply): void {
  process.send?.(reply);
}

function relative(moduleId: string): string {
  return path.relative(folder, moduleId).split(path.sep).join('/');
}

function short({ moduleId }: TestModule): string {
  return path
    .relative(path.join(folder, 'packages/server/src'), moduleId)
    .replace(/^(?:\.\.\/)+/, '')
    .replace(/\.test\.ts$/, '');
}
