/**
 * One protection of the service, listed beside the code it stands in (`<slice>/<slice>.guards.ts`). `npm run guards` takes each away
 * in a copy of the tree and runs the tests that are named: one of them must fail, or the protection is only believed in.
 */
export interface Guard {
  /** Beside the list. */
  readonly file: string;
  /** What protects, as it stands in the file: exactly once. */
  readonly find: string;
  /** What stands there without the protection. It must still be a program. */
  readonly replace: string;
  /** What an attacker or an accident could do then, as a sentence. */
  readonly breaks: string;
  /** Path filters of vitest: relative to `packages/server/src`, or to the repository when they begin with `test/`. */
  readonly tests: readonly string[];
  /** Why no test can miss it: another protection stands behind this one. Shown in the document; everything else must be missed. */
  readonly equivalent?: string;
}
