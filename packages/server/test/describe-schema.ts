import type { Queryable } from '../src/platform/db/index.ts';

/** Partitions are left out: their names depend on the month in which they were created. */
const own = "c.relnamespace = 'public'::regnamespace and not c.relispartition";
const parts: Readonly<Record<string, string>> = {
  relation: `select concat_ws(' ', c.relname, c.relkind, c.relowner::regrole, c.reloptions, c.relacl, obj_description(c.oid, 'pg_class')) as line
    from pg_class c where ${own} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  column: `select concat_ws(' ', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), nullif(a.attcollation, 0)::regcollation, a.attnotnull,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl, col_description(c.oid, a.attnum)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${own} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  // PostgreSQL 18 lists "not null" as constraints; the columns show it in every version.
  constraint: `select concat_ws(' ', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${own} and k.contype <> 'n'`,
  index: `select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid where ${own}`,
  trigger: `select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${own} and not t.tgisinternal`,
  view: `select concat_ws(' ', c.relname, pg_get_viewdef(c.oid)) as line from pg_class c where ${own} and c.relkind = 'v'`,
  sequence: `select concat_ws(' ', c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqcycle) as line
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where ${own}`,
  function: `select concat_ws(' ', p.oid::regprocedure, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.provolatile, p.prosecdef,
      p.proowner::regrole, p.proconfig, p.proacl, p.prosrc) as line
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace`,
};

/** Everything that `pg_dump --schema-only` shows of the schema, one line per object, sorted. */
export async function describeSchema(db: Queryable): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, sql] of Object.entries(parts)) {
    const { rows } = await db.query<{ line: string }>(sql);
    lines.push(...rows.map(({ line }) => `${kind} ${line}`));
  }
  return lines.toSorted();
}
