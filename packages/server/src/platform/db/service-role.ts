import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { sha256 } from '../hash.ts';
import { clientToPrimary } from './find-primary.ts';
import { isAhead } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import type { Schema } from './read-schema.ts';

/** The privileges of the role on a table, in SQL, where they are narrower than the triggers allow. */
export type RolePolicy = Readonly<Record<string, string>>;

const ownerRole = 'pid_owner';
const serviceRole = 'pid_service';
// An arbitrary number that no other advisory lock of this database uses.
const grantLock = 4_100_004;
const refusesUpdate = 16;
const refusesDelete = 8;

/**
 * Creates, on our embedded server, the two roles that the handbook requires: one owns the tables, one serves.
 * Without them, code that needs a superuser would work here and fail elsewhere. Objects of a superuser are
 * reassigned to the owner. Returns the owner's address.
 */
export async function ensureRoles(superuserUrl: string): Promise<string> {
  const ownerUrl = urlOf(superuserUrl, ownerRole);
  const client = await clientToPrimary(superuserUrl, { application_name: 'pid migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [grantLock]);
    for (const [role, url] of [
      [ownerRole, ownerUrl],
      [serviceRole, serviceUrl(ownerUrl)],
    ] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      const password = client.escapeLiteral(passwordIn(url));
      await client.query(`${rowCount ? 'alter' : 'create'} role ${role} login password ${password}`);
    }
    await client.query(handOver);
  } finally {
    await client.end();
  }
  return ownerUrl;
}

/** All objects of the schema except the sequences of columns, which follow their table. */
const handOver = `do $$ declare statement text; begin
  execute format('alter database %I owner to ${ownerRole}', current_database());
  for statement in
    select format('alter %s %s owner to ${ownerRole}', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, oid::regclass)
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> '${ownerRole}'::regrole
      and not (relkind = 'S' and exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${ownerRole}', oid::regprocedure)
    from pg_proc where pronamespace = current_schema()::regnamespace and proowner <> '${ownerRole}'::regrole
    union all
    select format('alter type %s owner to ${ownerRole}', oid::regtype)
    from pg_type where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd') and typowner <> '${ownerRole}'::regrole
  loop execute statement; end loop;
end $$`;

/**
 * The address with the service's role. Its password is derived from the owner's, so no other secret has to be
 * stored.
 */
export function serviceUrl(ownerUrl: string): string {
  return urlOf(ownerUrl, serviceRole);
}

function urlOf(url: string, role: string): string {
  const password = createHmac('sha256', passwordIn(url)).update(`role ${role}`).digest('base64url');
  return url.replace(
    /^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/,
    (_all, scheme: string) => `${scheme}${role}:${password}@`,
  );
}

function passwordIn(url: string): string {
  return /^postgres(?:ql)?:\/\/[^:@/]*:([^@/]*)@/.exec(url)?.[1] ?? '';
}

export interface GrantOptions {
  readonly ownerUrl: string;
  readonly connectionString: string;
  readonly policy: RolePolicy;
  readonly schema: Schema;
}

/**
 * Grants the role of `connectionString` only the privileges that the service needs. An update or delete that
 * a trigger of a table refuses is not granted. Privileges in the policy are granted as given. Does nothing if
 * nothing changed since the last grant, or if a later build has migrated the database: its nodes need privileges
 * that this build does not know.
 */
export async function grantToService(options: GrantOptions): Promise<void> {
  const role = await currentUser(options.connectionString);
  const owner = await clientToPrimary(options.ownerUrl, { application_name: 'pid migrate' });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1)', [grantLock]);
    const { rows } = await owner.query<{ same: boolean; id: string }>(
      "select current_user = $1 as same, $1::regrole::oid || ' ' || current_schema() as id",
      [role],
    );
    const { same, id } = rows[0]!;
    const hash = sha256(
      JSON.stringify([
        id,
        options.policy,
        options.schema.migrations.map(({ name }) => name),
        options.schema.functions,
      ]),
    );
    // Under the lock: a later build migrates before it grants.
    if (!same && !(await isGranted(owner, role, hash)) && !(await isAhead(owner, options.schema)))
      await grant(owner, role, options.policy, hash);
    await owner.query('commit');
  } finally {
    await owner.end();
  }
}

/**
 * Lets a separate role read only these columns, or all columns, of each table. Does nothing if a later build has
 * migrated the database. Throws if the role does not exist, because the owner of the tables may not be allowed to
 * create roles.
 */
export async function grantReading(
  ownerUrl: string,
  role: string,
  readable: Readonly<Record<string, readonly string[] | 'all'>>,
  schema: Schema,
): Promise<void> {
  const owner = await clientToPrimary(ownerUrl, { application_name: 'pid migrate' });
  await owner.connect();
  try {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role]);
    if (!rowCount)
      throw new MigrationError(
        `PID_REGISTRAR_ROLE is ${role}, and there is no such role: \`create role ${role} login password '…'\` creates it.`,
      );
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1)', [grantLock]);
    if (await isAhead(owner, schema)) return;
    const { rows } = await owner.query<{ place: string }>('select quote_ident(current_schema()) as place');
    const [name, { place }] = [owner.escapeIdentifier(role), rows[0]!];
    const statements = [
      `revoke all on all tables in schema ${place} from ${name}`,
      `revoke all on schema ${place} from ${name}`,
      `grant usage on schema ${place} to ${name}`,
      ...Object.entries(readable).map(
        ([table, columns]) =>
          `grant select${columns === 'all' ? '' : ` (${columns.join(', ')})`} on ${owner.escapeIdentifier(table)} to ${name}`,
      ),
      'commit',
    ];
    await owner.query(statements.join(';\n'));
  } finally {
    await owner.end();
  }
}

async function currentUser(connectionString: string): Promise<string> {
  const client = await clientToPrimary(connectionString, { application_name: 'pid migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]!.name;
  } finally {
    await client.end();
  }
}

async function isGranted(owner: pg.Client, role: string, hash: Buffer): Promise<boolean> {
  await owner.query('create table if not exists service_grants (role text primary key, hash bytea not null)');
  const { rows } = await owner.query<{ hash: Buffer }>('select hash from service_grants where role = $1', [
    role,
  ]);
  return rows[0]?.hash.equals(hash) ?? false;
}

async function grant(owner: pg.Client, role: string, policy: RolePolicy, hash: Buffer): Promise<void> {
  const name = owner.escapeIdentifier(role);
  const { rows: tables } = await owner.query<{ table: string; shown: boolean; refused: number }>(
    `select c.relname as table, c.relkind = 'v' as shown, coalesce(bit_or(t.tgtype::int) filter (where p.proname = 'refuse_change'), 0) as refused
     from pg_class c left join pg_trigger t on t.tgrelid = c.oid left join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
     group by c.oid`,
  );
  const statements = [
    'revoke create on schema %schema from public',
    `revoke all on schema %schema from ${name}`,
    `grant usage on schema %schema to ${name}`,
    // A temporary table would hide ours of the same name.
    'revoke temporary on database %database from public',
    `revoke all on all sequences in schema %schema from ${name}`,
    `grant usage on all sequences in schema %schema to ${name}`,
  ];
  for (const { table, shown, refused } of tables) {
    const target = owner.escapeIdentifier(table);
    statements.push(
      `revoke all on ${target} from ${name}`,
      `grant ${policy[table] ?? (shown ? 'select' : privileges(refused))} on ${target} to ${name}`,
    );
  }
  const { rows: functions } = await owner.query<{ signature: string }>(
    'select oid::regprocedure::text as signature from pg_proc where pronamespace = current_schema()::regnamespace and prosecdef',
  );
  for (const { signature } of functions) statements.push(`grant execute on function ${signature} to ${name}`);
  const { rows: places } = await owner.query<{ schema: string; database: string }>(
    'select quote_ident(current_schema()) as schema, quote_ident(current_database()) as database',
  );
  const { schema, database } = places[0]!;
  await owner.query(statements.join(';\n').replaceAll('%schema', schema).replaceAll('%database', database));
  await owner.query(
    'insert into service_grants (role, hash) values ($1, $2) on conflict (role) do update set hash = excluded.hash',
    [role, hash],
  );
}

function privileges(refused: number): string {
  const allowed = ['select', 'insert'];
  if ((refused & refusesUpdate) === 0) allowed.push('update');
  if ((refused & refusesDelete) === 0) allowed.push('delete');
  return allowed.join(', ');
}
