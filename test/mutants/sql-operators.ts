import type { Edit, Operator } from './edit.ts';

const statement =
  /^\s*(?:select|insert into|update|delete from|with|from|where|and|or|on conflict|order by|for update)\b/i;

/** Whether a text is SQL: a statement, a part of one, or a text with parameters. Messages are prose. */
export function isSql(text: string): boolean {
  return statement.test(text)
    ? /[=(*<>]|\b(?:from|is|in|update|share)\b/i.test(text)
    : /\$\d|\bis (?:not )?null\b/.test(text);
}

const lock = /\s*\bfor (?:no key update|update|key share|share)\b(?: of \w+)?(?: skip locked| nowait)?/gi;
const doNothing = /\s*\bon conflict\b(?:(?!\bdo (?:update|nothing)\b)[\s\S])*\bdo nothing\b/gi;
/** Not part of `<>`, `->`, `@>` and the like. */
const comparison = /(?<![-<>=@|#?!~*&])(?:<=|>=|<|>)(?![<>=@|#&-])/g;

/**
 * Returns the edits of one SQL text. `text` keeps its length when the caller masks other parts, so that
 * positions stay valid.
 */
export function sqlEdits(source: string, offset: number, text: string): Edit[] {
  const plain = text.replaceAll(/'(?:[^']|'')*'/g, (quoted) => `'${'_'.repeat(quoted.length - 2)}'`);
  const { edits, add } = collect(source, offset);
  for (const match of plain.matchAll(lock)) add('sql: drop lock', match.index, endOf(match), '');
  for (const match of plain.matchAll(doNothing)) add('sql: drop on conflict', match.index, endOf(match), '');
  for (const match of plain.matchAll(comparison)) {
    const [from, to] = operandsAround(plain, match.index, endOf(match));
    const after =
      source.slice(offset + from, offset + match.index) +
      swapped(match[0]) +
      source.slice(offset + endOf(match), offset + to);
    add('sql: swap comparison', from, to, after);
  }
  // The condition remains in the text, because PostgreSQL refuses a statement that no longer uses all of its
  // parameters.
  for (const [word, from, to] of conditions(plain)) {
    const condition = source.slice(offset + from, offset + to);
    add('sql: drop condition', from, to, `(${condition} ${word === 'or' ? 'and false' : 'or true'})`);
  }
  for (const [from, to] of cases(plain)) {
    const condition = source.slice(offset + from, offset + to);
    for (const forced of ['and false', 'or true'])
      add('sql: fix case', from, to, `((${condition}) ${forced})`);
  }
  for (const match of plain.matchAll(bound)) {
    const first = match.index + match[0].indexOf('(') + 1;
    const second = first + match[1]!.length + ', '.length;
    for (const [from, { length }] of [
      [first, match[1]!],
      [second, match[2]!],
    ] as const) {
      const value = source.slice(offset + from, offset + from + length);
      add('sql: drop bound', match.index, endOf(match), value);
    }
  }
  return edits;
}

/** Returns the edits of a file that contains one function or view. */
export function functionEdits(text: string): Edit[] {
  const code = withoutComments(text);
  const start = code.indexOf('$$');
  const end = code.lastIndexOf('$$');
  const body = start < 0 ? code : ' '.repeat(start) + code.slice(start, end);
  const { edits, add } = collect(text, 0);
  for (const match of body.matchAll(branch)) {
    const from = match.index + match[1]!.length;
    add('sql: delete if', from, from + match[2]!.length, 'false');
  }
  for (const match of body.matchAll(call)) add('sql: delete statement', match.index, endOf(match), 'null;');
  return [...sqlEdits(text, 0, body), ...edits];
}

/** Returns the edits of a migration's triggers and constraints. */
export function migrationEdits(text: string): Edit[] {
  const code = withoutComments(text);
  const { edits, add } = collect(text, 0);
  for (const match of code.matchAll(trigger)) add('sql: delete trigger', match.index, endOf(match), '');
  for (const { index } of code.matchAll(/\bcheck \(/g)) {
    const from = index + 'check ('.length;
    add('sql: drop check', from, closing(code, from), 'true');
  }
  return edits;
}

function collect(source: string, offset: number) {
  const edits: Edit[] = [];
  const add = (operator: Operator, from: number, to: number, after: string) => {
    const [start, end] = [offset + from, offset + to];
    edits.push({ operator, start, end, before: source.slice(start, end), after });
  };
  return { edits, add };
}

/** Replaces comments with spaces, so that positions stay valid. */
function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length));
}

/** An `if` of PL/pgSQL. */
const branch = /(\b(?:els)?if )((?:(?!\bthen\b)[\s\S])+?)(?= then\b)/g;
const call = /\b(?:perform|execute) [^;]+;/g;
const trigger = /\bcreate (?:constraint )?trigger [^;]+;/g;
const bound = /\b(?:greatest|least)\(([^(),]+), ([^(),]+)\)/g;

/** Returns the position of the bracket that closes the one open at `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at += 1) depth += { '(': 1, ')': -1 }[text[at]!] ?? 0;
  return at - 1;
}

/**
 * Returns the conditions of `case when`. After `case x` the word `when` precedes a value, not a condition.
 */
function cases(text: string): [number, number][] {
  const found: [number, number][] = [];
  const open: boolean[] = [];
  for (const { 0: word, index } of text.matchAll(/\bcase\b|\bwhen\b|\bend\b(?! (?:if|loop)\b)/gi)) {
    if (/^case$/i.test(word)) open.push(/^\s+when\b/i.test(text.slice(index + word.length)));
    else if (/^end$/i.test(word)) open.pop();
    else if (open.at(-1) === true) {
      const condition = /^(\s+)((?:(?!\b(?:then|case)\b)[\s\S])+?)\s+then\b/i.exec(
        text.slice(index + word.length),
      );
      if (!condition) continue;
      const from = index + word.length + condition[1]!.length;
      found.push([from, from + condition[2]!.length]);
    }
  }
  return found;
}

function endOf(match: RegExpMatchArray): number {
  return match.index! + match[0].length;
}

function swapped(operator: string): string {
  return operator.endsWith('=') ? operator.slice(0, -1) : `${operator}=`;
}

/** Extends an operator by its operands, which distinguish two comparisons in one file. */
function operandsAround(text: string, start: number, end: number): [number, number] {
  const left = /[^\s()]*\s*$/.exec(text.slice(0, start))![0].length;
  const right = /^\s*[^\s(),]*/.exec(text.slice(end))![0].length;
  return [start - left, end + right];
}

const boundary =
  /\b(?:and|or|order by|group by|having|limit|offset|for update|for share|for no key|returning|on conflict|union|as|then|else|end|loop|join|left|inner|cross|where|set|(?<!\bdistinct )from|window|do update|do nothing)\b/iy;

/** Returns the word that joins each condition to its neighbour, and the start and end of the condition. */
function conditions(text: string): [string, number, number][] {
  const found: [string, number, number][] = [];
  for (const { 0: match, index } of text.matchAll(/\b(?:where|if|and|or)\b\s*/gi)) {
    const word = match.trim().toLowerCase();
    if (word === 'and' && isBetween(text, index)) continue;
    const from = index + match.length;
    const to = endOfCondition(text, from);
    const next = /^\s*(and|or)\b/i.exec(text.slice(to))?.[1]!.toLowerCase();
    // The only condition of an `if` is covered by another operator.
    if (to === from || (word === 'if' && next === undefined)) continue;
    const isFirst = word === 'where' || word === 'if';
    found.push([isFirst ? (next ?? 'and') : word, from, to]);
  }
  return found;
}

/** Whether the `and` at this position belongs to `between x and y`. */
function isBetween(text: string, index: number): boolean {
  return /\bbetween\b(?:(?!\b(?:and|or)\b)[\s\S])*$/i.test(text.slice(0, index));
}

function endOfCondition(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) break;
    const nesting = depthOfCase(text, at);
    depth += nesting;
    if (depth < 0) break;
    if (depth > 0 || nesting !== 0) continue;
    if (character === ';' || character === ',') break;
    boundary.lastIndex = at;
    const isWordStart = !/\w/.test(text[at - 1] ?? ' ');
    if (isWordStart && at > from && boundary.test(text) && !endsBetween(text, from, at)) break;
  }
  return from + text.slice(from, at).trimEnd().length;
}

/** `case` and `end` nest like brackets. */
function depthOfCase(text: string, at: number): number {
  if (/\w/.test(text[at - 1] ?? ' ')) return 0;
  const word = /^(?:case|end)\b/i.exec(text.slice(at, at + 5))?.[0].toLowerCase();
  return word === undefined ? 0 : word === 'case' ? 1 : -1;
}

function endsBetween(text: string, from: number, at: number): boolean {
  return /^and\b/i.test(text.slice(at)) && isBetween(text.slice(from), at - from);
}
