import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, units } from './support/deploy-files.ts';
import { ensureTool, skipReason } from './support/ensure-tool.ts';

const analyze = ensureTool('systemd-analyze', { debian: 'systemd' });

test.skipIf(analyze === null)(
  `systemd accepts the units and rates their exposure as low${skipReason({ 'systemd-analyze': analyze })}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pid-unit-'));
    try {
      for (const file of units) {
        // The test machine has neither the user nor the folder, so only the unit itself is checked.
        const unit = read(file).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
        writeFileSync(path.join(folder, path.basename(file)), unit);
      }
      const all = units.map((file) => path.join(folder, path.basename(file)));
      const { stderr, stdout } = spawnSync(analyze!, ['verify', '--man=no', ...all], {
        encoding: 'utf8',
      });
      expect(
        `${stdout}${stderr}`.split('\n').filter((line) => /pid[\w-]*\.(?:service|timer):/.test(line)),
      ).toEqual([]);
      const exposed = all.filter(
        (file) =>
          file.endsWith('.service') &&
          // From 0 (no exposure) to 100; a unit without hardening has 96.
          spawnSync(analyze!, ['security', '--offline=true', '--threshold=20', file]).status !== 0,
      );
      expect(exposed).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
