/** Values that a program reads beside the code. Chain amounts are strings; rupiah and small integers are numbers. */
export type ErrorContext = Readonly<Record<string, string | number | bigint>>;

/** A published code is never renamed and never changes its meaning, because clients branch on it. */
export interface ErrorEntry {
  readonly status: number;
  /** Shown in the reference: what is wrong. Also the message, unless `message` or `sentence` gives one. */
  readonly meaning: string;
  /** Shown in the reference: what the developer who receives the code does about it. */
  readonly remedy: string;
  /** Fixed message where `meaning` explains more, for example because the interface document fixes the text. */
  readonly message?: string;
  /** The request breaks a rule: the message is an array, as for every validation error. */
  readonly isRule?: true;
  /** Description and unit of each context value, by name. */
  readonly context?: Readonly<Record<string, string>>;
  /** Message that includes values of the context. */
  // Each entry declares its own context type, which `refuse` enforces.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly sentence?: (context: any) => string;
}

export function errors<const Table extends Readonly<Record<string, ErrorEntry>>>(table: Table): Table {
  return table;
}
