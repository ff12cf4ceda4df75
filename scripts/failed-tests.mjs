/** A vitest reporter that prints failures as they happen: a run that is stopped has no summary. */
export default class FailedTests {
  onTestModuleEnd(module) {
    const failures = [...module.children.allTests('failed')].flatMap((test) =>
      (test.result().errors ?? []).map((error) => ({ name: test.fullName, error })),
    );
    for (const error of module.errors()) failures.push({ name: 'outside of its tests', error });
    for (const { name, error } of failures)
      console.error(
        [`failed: ${module.relativeModuleId}: ${name}`, error.stack ?? error.message, error.diff]
          .filter(Boolean)
          .join('\n'),
      );
  }
}
