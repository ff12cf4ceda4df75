// Which test runs which command of the handbook. test/guides-code/handbook.test.ts compares this with the text.

/** Commands that handbook.fault.ts runs. */
export const walked = [
  // deploy/systemd/README.md
  'git clone … /opt/pid && cd /opt/pid && npm ci --omit=dev',
  'npm ci --omit=dev',
  'install -d -m 0750 -g pid /etc/pid /etc/pid/secrets',
  'install -m 0600 /dev/null /etc/pid/secrets/database-owner-url',
  'install -m 0640 -g pid deploy/systemd/environment.example /etc/pid/environment',
  'install -m 0755 deploy/systemd/pid /usr/local/bin/pid',
  'install -m 0644 deploy/systemd/*.service deploy/systemd/*.timer /etc/systemd/system/',
  // Installing
  'sudo -u postgres psql',
  "create role pid_owner login password '…'; create role pid_service login password '…';\ncreate database pid owner pid_owner;",
  "create role pid_registrar login password '…'",
  "alter role pid_service set statement_timeout = '10s'",
  'grant pg_read_all_stats to pid_service',
  'openssl rand -base64 32',
  'chmod 700 deploy/secrets && find deploy/secrets -type f -exec chmod 644 {} +',
  'pid keys generate <file> --master',
  'pid keys generate <file>',
  'pid chain deploy',
  'pid migrate --plan',
  'pid migrate',
  'pid registrar',
  'pid doctor',
  'pid start --workers N',
  'curl -s localhost:4100/readyz',
  'kill -USR2 <pid>',
  'kill -9',
  'select * from applied_releases order by applied_at',
  // The command line
  'pid --help',
  'pid --version',
  'pid identity|app|topup|payment list|show',
  'pid audit export',
  'pid security-log follow --after <id>',
  'pid breach list --since 2026-11-16T00:00:00Z --until … --json',
  'pid identity export <pid> --out <file> --as <you> --reason "one line"',
  'pid admin credential add --name refund-desk --role money --days 365',
  'pid admin credential list',
  'pid admin credential revoke <name>',
  'pid admin pause <client_id> --reason "one line"',
  'pid admin resume <client_id>',
  'pid admin suspend <pid> --reason "one line"',
  'pid admin reactivate <pid>',
  'pid admin unverify <client_id>',
  'GET /v1/admin/audit',
  'GET /v1/admin/security-log',
  'GET /v1/admin/suspense',
  'GET /v1/admin/fees',
  'GET /v1/admin/settlements?status=paid',
  'GET /v1/identity/export',
  // The books
  'pid ledger audit',
  'pid ledger audit --full',
  'pid ledger seals --json',
  'pid ledger fees [days]',
  'pid ledger settle <file.csv> --from 2026-11-01 --until 2026-12-01',
  'pid ledger clawback <top-up id> <rupiah given back in all> <reason>',
  "pid ledger recover --since '2026-11-16 08:00:00+00'",
  // Settlements
  'pid settlements export transfers.csv --as budi',
  'pid settlements import results.csv --as siti',
  'pid settlements recover left.csv --as budi',
  'pid settlements recover payouts.csv --provider xendit --as budi',
  'pid settlements abandon-provider xendit --as budi',
  // Months
  'pid partitions list',
  'pid partitions move',
  'pid partitions detach audit_events --before 2027-01',
  'pg_dump --table detached.audit_events_2026_12 --file audit_events_2026_12.sql pid',
  'drop table detached.audit_events_2026_12',
  // Books that anyone can check
  'pid log status',
  'pid log rotate',
  'pid log continue <file>',
  'pid log restart --last <checkpoint>',
  'curl https://…/log/checkpoint',
  // Keys and sessions
  'pid keys list',
  'pid keys rotate',
  'pid keys rotate --revoke',
  'pid keys reseal',
  'pid keys reset-master',
  'pid keys reset-master --yes --database <name> --as <you> --reason "one line"',
  'pid sessions end --all',
  // The chain
  'pid chain status',
  'pid chain identity',
  'pid chain identity --forget',
  'pid chain set relayer <address>',
  'pid chain set registrar <address>',
  'pid chain set relayer|registrar|treasury <address>',
  'pid chain policy <bps> <lamports>',
  'pid chain set admin <address>',
  'pid chain accept',
  'pid chain write --authority <upgrade authority>',
  'pid chain upgrade --buffer <address>',
  'PID_ADMIN_KEY=<file> pid chain sign <message>',
  'pid chain submit <message> <signature>',
  // Backups and standbys
  'pg_basebackup -D /backup/base-$(date +%F) -c fast',
  'cp -a /backup/base-2026-11-16 /var/lib/postgresql/15/main && touch /var/lib/postgresql/15/main/recovery.signal',
  'select pg_promote()',
  'select application_name, state, sync_state from pg_stat_replication',
  'select application_name, state, sync_state, replay_lag from pg_stat_replication',
  'select pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()',
  'select last_failed_wal, last_failed_time, last_archived_time from pg_stat_archiver',
  // Checks of the runbooks
  "select pool, holder, lamports from relay_spending where day = (now() at time zone 'utc')::date order by lamports desc limit 20",
  "select holder, lamports from relay_spending where pool = 'sponsorship' and day = (now() at time zone 'utc')::date",
  'select state, count(*), sum(price) from paid_operations group by state',
  'select wait_event_type, wait_event, count(*) from pg_stat_activity group by 1, 2 order by 3 desc',
  'select at, findings, since from ledger_audit_runs order by id desc limit 5',
  'select * from ledger_seals where sealed_at is null',
  'select pid, xact_start, query from pg_stat_activity order by xact_start limit 5',
  'delete from ledger_seals where until > now(); delete from ledger_closings where month not in (select month from ledger_seals)',
  "select id, client_id, capture_by from payments where status = 'held' and capture_by < now() order by capture_by limit 20",
  'alter table service_mode disable trigger user',
] as const;

export type Walked = (typeof walked)[number];

/** Commands that another test runs, with the file and a word that it contains. */
export const runElsewhere: Record<string, readonly [file: string, word: string]> = {
  // deploy/systemd/README.md
  ...Object.fromEntries(
    [
      'useradd --system --home-dir /var/lib/pid --shell /usr/sbin/nologin pid',
      'install -d -m 0700 -o pid -g pid /var/lib/pid /var/log/pid',
      'for name in database-url redis-url master-key providers.json; do install -m 0640 -g pid /dev/null /etc/pid/secrets/$name; done',
      'openssl rand -base64 32 > /etc/pid/secrets/master-key',
      'node packages/server/dist/main.js keys generate /etc/pid/secrets/relayer-key',
      'chgrp pid /etc/pid/secrets/relayer-key && chmod 0640 /etc/pid/secrets/relayer-key',
      'node packages/server/dist/main.js keys generate /etc/pid/secrets/registrar-key',
      'openssl rand -hex 32 > /etc/pid/secrets/registrar-token',
      'install -m 0600 /dev/null /etc/pid/secrets/registrar-database-url',
      'chgrp pid /etc/pid/secrets/registrar-* && chmod 0640 /etc/pid/secrets/registrar-*',
      'install -m 0640 -g pid deploy/systemd/registrar-environment.example /etc/pid/registrar-environment',
      'install -m 0644 deploy/systemd/pid-registrar.service /etc/systemd/system/ && systemctl daemon-reload',
    ].map((command) => [command, ['test/deploy.release.test.ts', 'every line of the README']] as const),
  ),
  'npm ci && npm start': ['test/process/npm-start.test.ts', "spawn('npm', ['start']"],
  'sha256sum --check SHA256SUMS': ['test/releases/release-command.release.test.ts', 'SHA256SUMS'],
  'npm run faults -- install-walk': ['test/faults/install-walk.fault.ts', 'installation by the handbook'],
  'pid report children --since 2026-01-01 --until 2027-01-01': [
    'packages/server/src/families/report.test.ts',
    "report('children'",
  ],
  'pid report emoney --json': ['packages/server/src/families/report.test.ts', "report('emoney')"],
  'npm run faults -- handbook': ['test/faults/handbook.fault.ts', 'the commands of the handbook'],
  'npm run faults -- money-round': ['test/faults/money-round.fault.ts', 'money'],
  'PID_BASE_URL=https://… docker compose -f deploy/compose.yaml up -d --build --wait': [
    'test/deploy-compose.release.test.ts',
    'inContainer(migrate!',
  ],
  'helm template pid deploy/helm --values <file> --show-only templates/migrate.yaml': [
    'test/support/chart.ts',
    "'template'",
  ],
  'pid audit export --actor <pid> --since <moment>': [
    'packages/server/src/cli/command-line.test.ts',
    "'--actor', 'cli:siti'",
  ],
  'pid audit export --actor machine:<name>': [
    'packages/server/src/cli/command-line.test.ts',
    "'--actor', 'cli:siti'",
  ],
  'helm upgrade --install pid deploy/helm --values <file>': [
    'test/deploy-chart.release.test.ts',
    'kubernetes-validate',
  ],
  'patronictl edit-config': ['test/faults/own-patroni.ts', 'synchronous_mode'],
  'POST /v1/admin/identities/{pid}/parents/{parent}/end': [
    'packages/server/src/families/links.test.ts',
    '/parents/',
  ],
  'POST /v1/admin/identities/{pid}/tier': ['packages/server/src/ledger/tiers.test.ts', '/tier'],
  'GET /v1/transparency': [
    'packages/server/src/transparency/publish-liabilities.test.ts',
    '/v1/transparency',
  ],
  'pid log reserves 5000000000 "BCA statement of 30 November" --at 2026-11-30T17:00:00Z': [
    'packages/server/src/transparency/log-command.test.ts',
    "'reserves'",
  ],
  "pid witness https://pid.example --state witness.json --name witness.example --key '<key>' --every 600": [
    'test/security/tampering.release.test.ts',
    "'witness'",
  ],
  'pid ledger audit --full-every 7': [
    'packages/server/src/transparency/audit-log.test.ts',
    "'--full-every', '7'",
  ],
  'pid witness --metrics': ['packages/server/src/transparency/witness.test.ts', "'--metrics'"],
};

/** Commands that no test runs. */
export const notRun: Record<string, string> = {
  'npm run pid -- …': 'names the command line of a checkout; other commands run through deploy/systemd/pid',
  'docker compose -f deploy/compose.yaml exec node1 node packages/server/dist/main.js …': 'needs containers',
  'docker compose -f deploy/compose.yaml run --rm -v "$PWD/work:/work" -e PID_COMMAND_LOG=/work/security.log migrate …':
    'needs containers',
  'docker compose -f deploy/compose.yaml exec node1 cat /run/secrets/master-key': 'needs containers',
  'docker compose -f deploy/compose.yaml build': 'needs containers',
  'docker compose -f deploy/compose.yaml run --rm --no-deps migrate': 'needs containers',
  'docker compose -f deploy/compose.yaml up -d --no-deps --wait node1': 'needs containers',
  'docker compose -f deploy/compose.yaml up -d --no-deps --wait node2': 'needs containers',
  'docker compose -f deploy/compose.yaml exec proxy nginx -s reload': 'needs containers',
  'docker compose -f deploy/compose.yaml up -d --wait': 'needs containers',
  'kubectl exec deploy/pid -- printenv PID_MASTER_KEY': 'needs a Kubernetes cluster',
  'podman build -f deploy/Containerfile --target sandbox -t pid-sandbox .': 'needs containers',
  'kubectl exec deploy/pid -- node packages/server/dist/main.js …': 'needs a Kubernetes cluster',
  'kubectl create secret generic pid-service --from-literal=PID_DATABASE_URL=… --from-literal=PID_MASTER_KEY=…':
    'needs a Kubernetes cluster',
  'kubectl create secret generic pid-registrar --from-file=PID_REGISTRAR_KEY=registrar-key --from-literal=PID_REGISTRAR_TOKEN=… --from-literal=PID_PROGRAM_ID=… --from-literal=PID_DATABASE_URL=…':
    'needs a Kubernetes cluster',
  'npm ci && npm run build': 'builds the repository; every release test uses its result',
  'npm ci --omit=optional': 'installs all development packages again',
  'npm run bench': 'takes minutes, and its figures depend on the machine; BENCH_QUICK=1 checks that it works',
  'npm run bench -- sizing': 'a part of npm run bench',
  'git pull': 'needs a repository with a later release',
  'systemctl daemon-reload': 'needs systemd; deploy.release.test.ts checks the units',
  'systemctl start pid-migrate && pid doctor': 'needs systemd; both commands run without it',
  'systemctl enable --now pid pid-audit.timer': 'needs systemd',
  'systemctl enable --now pid-registrar': 'needs systemd',
  'systemctl restart pid': 'needs systemd; rolling-restart.fault.ts restarts nodes',
  'systemctl kill -s SIGUSR2 --kill-whom=main pid': 'needs systemd; the signal is sent with kill',
  'journalctl -u pid': 'needs systemd',
  'chronyc tracking': 'needs a machine with its own clock',
  'chronyc makestep': 'changes the clock of the machine; clock-jumps.test.ts covers the effect',
  timedatectl: 'needs systemd',
};

/** Whether `command` is a shorter or more general form of one of `others`: `pid breach list` of `pid breach list --since …`. */
export function isFormOf(command: string, others: readonly string[]): boolean {
  const words = command.replace(/ …$/, '').split(/<[^>]+>/);
  const pattern = words.map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('\\S+');
  const form = new RegExp(`^${pattern}(?: |$)`);
  return others.some((other) => other !== command && form.test(other));
}
