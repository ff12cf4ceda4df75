import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  manifests,
  read,
  rightSecrets,
  root,
  secretsOf,
  units,
  type Manifest,
} from './support/deploy-files.ts';
import { ensureTool, skipReason } from './support/ensure-tool.ts';

const helm = ensureTool('helm', { go: 'helm.sh/helm/v3/cmd/helm@v3.19.0' });

test.skipIf(helm === null)(
  `the chart renders the same resources as the manifests${skipReason({ helm })}`,
  () => {
    const chart = path.join(root, 'deploy/helm');
    const settings = [
      '--set',
      'registrar.enabled=true',
      '--set',
      'settings.PID_BASE_URL=https://pid.example',
    ];
    const lint = spawnSync(helm!, ['lint', '--strict', chart, ...settings], { encoding: 'utf8' });
    expect([lint.status, lint.stdout.match(/\[(?:ERROR|WARNING)\].*/g)]).toEqual([0, null]);
    const { stdout } = spawnSync(helm!, ['template', 'pid', chart, ...settings], { encoding: 'utf8' });
    const rendered = parseAllDocuments(stdout);
    for (const document of rendered) expect([...document.errors, ...document.warnings]).toEqual([]);
    const kinds = (all: readonly Manifest[]) => all.map(({ kind }) => kind).toSorted();
    const all = rendered.map((document) => document.toJS() as Manifest);
    expect(kinds(all)).toEqual(kinds(manifests.map((document) => document.toJS() as Manifest)));
    const byName = (secrets: unknown[]) => secrets.map(String).toSorted();
    expect(byName(secretsOf(all))).toEqual(byName(rightSecrets));
  },
);

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
