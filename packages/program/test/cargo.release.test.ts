import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const workspace = fileURLToPath(new URL('../rust/', import.meta.url));
const target = mkdtempSync(join(tmpdir(), 'pid-cargo-'));
const reason = hasCargo() ? '' : ' (skipped: no cargo 1.88 or later)';

afterAll(() => rmSync(target, { recursive: true, force: true }));

/**
 * Cargo is not needed to build or to test. If it is installed, it builds the same sources with the standard
 * tools.
 */
function hasCargo(): boolean {
  try {
    // `is_multiple_of` came with 1.87, `as_chunks` with 1.88.
    const version = /^cargo 1\.(\d+)/.exec(execFileSync('cargo', ['--version'], { encoding: 'utf8' }));
    return Number(version?.[1] ?? 0) >= 88;
  } catch {
    return false;
  }
}

it.skipIf(reason !== '')(`cargo tests the parts of the programs that run on the host${reason}`, async () => {
  const { stdout } = await promisify(execFile)('cargo', ['test', '--offline', '--locked', '--workspace'], {
    cwd: workspace,
    env: { ...process.env, CARGO_TARGET_DIR: target },
  });
  const results = [...stdout.matchAll(/test result: ok\. (\d+) passed; 0 failed/g)];
  expect(results).toHaveLength(4);
  expect(results.reduce((sum, [, passed]) => sum + Number(passed), 0)).toBeGreaterThanOrEqual(26);
});
