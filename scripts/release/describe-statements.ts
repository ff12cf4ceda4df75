import pg from 'pg';

/** What PostgreSQL says about a statement: the types of its parameters, and names and types of its columns. */
export interface DescribedStatement {
  readonly text: string;
  /** The role that sends it: of the service, or for a few commands of operators the owner of the tables. */
  readonly role: keyof Roles;
  readonly parameters: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
}

/** Connection strings. */
export interface Roles {
  readonly service: string;
  readonly owner: string;
}

/** A statement that the database refuses, with the reason. */
export interface RefusedStatement {
  readonly text: string;
  readonly refusal: string;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}
type Connection = pg.Connection & {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
};

/** Asks for the description of a statement and does not run it (Describe in PostgreSQL's protocol). */
class Description implements pg.Submittable {
  readonly described: Promise<{ parameters: number[]; fields: Field[] }>;
  handleError!: (error: Error) => void;
  handleReadyForQuery!: () => void;
  private parameters: number[] = [];
  private fields: Field[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.described = new Promise((resolve, reject) => {
      this.handleError = reject;
      this.handleReadyForQuery = () => resolve({ parameters: this.parameters, fields: this.fields });
    });
  }

  submit(given: pg.Connection): void {
    const connection = given as Connection;
    connection.once('parameterDescription', ({ dataTypeIDs }) => (this.parameters = dataTypeIDs));
    connection.parse({ name: '', text: this.text, types: [] });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }
}

const notPermitted = '42501';

/**
 * Describes each statement and plans it, which also checks privileges: as the role of the service, or as the owner if
 * the service may not send it. Nothing runs. The bodies of functions in PL/pgSQL are not checked.
 */
export async function describeStatements(
  roles: Roles,
  texts: readonly string[],
): Promise<{ described: DescribedStatement[]; refused: RefusedStatement[] }> {
  const service = await openDescriber(roles.service);
  const owner = await openDescriber(roles.owner);
  try {
    const described: DescribedStatement[] = [];
    const refused: RefusedStatement[] = [];
    for (const text of texts)
      try {
        const facts = await service
          .describe(text)
          .then((found) => ({ role: 'service' as const, ...found }))
          .catch(async (error: pg.DatabaseError) => {
            if (error.code !== notPermitted) throw error;
            return { role: 'owner' as const, ...(await owner.describe(text)) };
          });
        described.push({ text, ...facts });
      } catch (error) {
        refused.push({ text, refusal: (error as Error).message });
      }
    return { described, refused };
  } finally {
    await service.close();
    await owner.close();
  }
}

async function openDescriber(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  const names = await typeNames(client);
  return {
    async describe(text: string): Promise<Pick<DescribedStatement, 'parameters' | 'columns'>> {
      const description = new Description(text);
      void client.query(description);
      const { parameters, fields } = await description.described;
      await plan(client, text, parameters.length);
      return {
        parameters: parameters.map((id) => names.get(id)!),
        columns: Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, names.get(dataTypeID)!])),
      };
    },
    close: () => client.end(),
  };
}

async function plan(client: pg.Client, text: string, parameters: number): Promise<void> {
  if (!/^(?:select|insert|update|delete|with|values)\b/i.test(text)) return;
  await client.query(`prepare planned as ${text}`);
  try {
    const values = Array.from({ length: parameters }, () => 'null').join(', ');
    await client.query(`explain execute planned${parameters === 0 ? '' : `(${values})`}`);
  } finally {
    await client.query('deallocate planned');
  }
}

async function typeNames(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select oid as id, oid::regtype::text as name from pg_type',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The statements of an earlier release that a schema no longer accepts as that release expects: from the same role, with
 * the same types of parameters, and with at least the same columns.
 */
export async function brokenStatements(
  roles: Roles,
  earlier: readonly DescribedStatement[],
): Promise<RefusedStatement[]> {
  const { described, refused } = await describeStatements(
    roles,
    earlier.map(({ text }) => text),
  );
  const now = new Map(described.map((each) => [each.text, each]));
  const changed = earlier.flatMap(({ text, role, parameters, columns }) => {
    const found = now.get(text);
    if (!found) return [];
    const differences = [
      ...(role === 'service' && found.role === 'owner' ? ['the service may not send it'] : []),
      ...(String(found.parameters) === String(parameters)
        ? []
        : [`parameters ${found.parameters} instead of ${parameters}`]),
      ...Object.entries(columns)
        .filter(([name, type]) => found.columns[name] !== type)
        .map(([name, type]) => `column ${name}: ${found.columns[name] ?? 'none'} instead of ${type}`),
    ];
    return differences.length === 0 ? [] : [{ text, refusal: differences.join('; ') }];
  });
  return [...refused, ...changed];
}
