/** One change of a source text. `before` is the text from `start` to `end`. */
export interface Edit {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export type Operator =
  | 'negate if'
  | 'delete guard'
  | 'swap comparison'
  | 'swap equality'
  | 'swap and/or'
  | 'drop not'
  | 'add one'
  | 'delete call'
  | 'flip boolean'
  | 'sql: delete guard'
  | 'sql: drop condition'
  | 'sql: drop lock'
  | 'sql: swap comparison'
  | 'sql: drop on conflict';

export function applyEdit(text: string, { start, end, before, after }: Edit): string {
  if (text.slice(start, end) !== before) throw new Error(`The source no longer contains: ${before}`);
  return text.slice(0, start) + after + text.slice(end);
}
