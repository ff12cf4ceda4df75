/** One change of a source text. `before` is the text from `start` to `end`. */
export interface Edit {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export type Operator =
  /** Marked in the source. */
  | 'marked'
  | 'negate if'
  | 'delete if'
  | 'force if'
  | 'swap comparison'
  | 'swap equality'
  | 'swap and/or'
  | 'drop operand'
  | 'fix choice'
  | 'drop filter'
  | 'drop element'
  | 'drop bound'
  | 'drop not'
  | 'add one'
  | 'delete statement'
  | 'flip boolean'
  | 'sql: delete if'
  | 'sql: fix case'
  | 'sql: delete statement'
  | 'sql: delete trigger'
  | 'sql: drop check'
  | 'sql: drop bound'
  | 'sql: drop condition'
  | 'sql: drop lock'
  | 'sql: swap comparison'
  | 'sql: drop on conflict';

export function applyEdit(text: string, { start, end, before, after }: Edit): string {
  if (text.slice(start, end) !== before) throw new Error(`The source no longer contains: ${before}`);
  return text.slice(0, start) + after + text.slice(end);
}
