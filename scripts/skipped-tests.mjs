import { appendFileSync } from 'node:fs';

/**
 * A vitest reporter that appends the name of every skipped test to the file PID_TEST_SKIPPED. The names end
 * with the reason.
 */
export default class SkippedTests {
  onTestRunEnd(modules) {
    const file = process.env.PID_TEST_SKIPPED;
    if (!file) return;
    for (const module of modules)
      for (const { fullName } of module.children.allTests('skipped')) {
        const reason = fullName.includes('(skipped: ') ? '' : ' (no reason given)';
        appendFileSync(file, `${module.relativeModuleId}: ${fullName}${reason}\n`);
      }
  }
}
