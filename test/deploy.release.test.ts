import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, root, units } from './support/deploy-files.ts';
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

// The README creates a user and writes to /etc, /opt, /usr/local and /var. Here these are copies or empty, and nothing remains.
const namespaces = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

test.skipIf(!namespaces)(
  `every line of the README runs, and makes files that the service may read and folders that it may write${skipReason({ namespaces })}`,
  () => {
    const [machine, keys, registrar] = [
      ...read('deploy/systemd/README.md').matchAll(/^```sh\n(.*?)^```$/gms),
    ].map(([, block = '']) =>
      block
        // These need systemd, a network and a database.
        .replace(/^git clone \S+ (\S+) && .*$/m, 'mkdir $1 && mount --bind "$ROOT" $1 && cd $1')
        .replaceAll(/^systemctl (?!daemon-reload).*$/gm, ''),
    );
    const run = (script: string) =>
      spawnSync('unshare', ['--mount', 'sh', '-euc', script], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ROOT: root },
      });
    const own = `
      copy=$(mktemp -d) && mount -t tmpfs tmpfs $copy && cp -a /etc/. $copy && mount --move $copy /etc && rmdir $copy
      for folder in /opt /usr/local/bin /var/lib /var/log; do mount -t tmpfs tmpfs $folder; done
      systemctl() { :; }
      mkdir -p /etc/systemd/system`;
    /** Prints the files that the settings of an example name, with whether the service can read them. */
    const readable = (file: string) => `
      sed -n 's/^PID_[A-Z_]*_FILE=//p' ${file} | while read -r name; do
        runuser -u pid -- test -r $name && echo "reads $name" || echo "cannot read $name"
      done`;
    const secrets = (file: string) =>
      [...read(file).matchAll(/^PID_[A-Z_]+_FILE=(.*)$/gm)].map(([, name]) => `reads ${name}`);

    const serving = run(`${own}\n${machine}\n${keys}
      ${readable('/etc/pid/environment')}
      for name in /etc/pid/secrets/relayer-key /etc/pid/secrets/database-owner-url; do
        runuser -u pid -- test -r $name && echo "reads $name" || echo "cannot read $name"
      done
      for name in /var/lib/pid /var/log/pid /etc/pid/secrets; do
        runuser -u pid -- test -w $name && echo "writes $name" || echo "cannot write $name"
      done
      wc -c < /etc/pid/secrets/master-key
      ls /etc/systemd/system/pid.service /usr/local/bin/pid`);
    expect([serving.status, serving.stderr]).toEqual([0, '']);
    expect(serving.stdout.trim().split('\n').slice(1)).toEqual([
      ...secrets('deploy/systemd/environment.example'),
      'reads /etc/pid/secrets/relayer-key',
      'cannot read /etc/pid/secrets/database-owner-url',
      'writes /var/lib/pid',
      'writes /var/log/pid',
      'cannot write /etc/pid/secrets',
      '45',
      '/etc/systemd/system/pid.service',
      '/usr/local/bin/pid',
    ]);

    // On its own machine, after the first four lines.
    const first = machine!.split('\n').slice(0, 4).join('\n');
    const separate = run(`${own}\n${first}\n${registrar}
      ${readable('/etc/pid/registrar-environment')}
      ls /etc/pid /etc/systemd/system/pid-registrar.service`);
    expect([separate.status, separate.stderr]).toEqual([0, '']);
    expect(separate.stdout.trim().split('\n').slice(1)).toEqual([
      ...secrets('deploy/systemd/registrar-environment.example'),
      '/etc/systemd/system/pid-registrar.service',
      '',
      '/etc/pid:',
      'registrar-environment',
      'secrets',
    ]);
  },
);
