/** What a program may read of a refusal beside its code. Chain amounts are strings; rupiah and small integers are numbers. */
export type ErrorContext = Readonly<Record<string, string | number | bigint>>;

/** One refusal. A code is never renamed and never gets another meaning, because clients know it by name. */
export interface ErrorEntry {
  readonly status: number;
  /** What it means, in one sentence: of the reference, and of the answer unless `sentence` says more. */
  readonly meaning: string;
  /** It is a rule of the body that was broken: the message is a list, as of every such refusal. */
  readonly isRule?: true;
  /** What stands in its context, by name: what it is, and its unit. */
  readonly context?: Readonly<Record<string, string>>;
  /** The sentence of the answer, made from the context. */
  // Each entry has a context of its own; `refuse` asks for the right one.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly sentence?: (context: any) => string;
}

export function errors<const Table extends Readonly<Record<string, ErrorEntry>>>(table: Table): Table {
  return table;
}
