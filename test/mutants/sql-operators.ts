import type { Edit, Operator } from './edit.ts';

const statement =
  /^\s*(?:select|insert into|update|delete from|with|from|where|and|or|on conflict|order by|for update)\b/i;

/** Messages are prose: only statements, their parts and texts with parameters are SQL. */
export function isSql(text: string): boolean {
  return statement.test(text) ? /[=(*<>]|\b(?:from|is|in|update|share)\b/i.test(text) : /\$\d/.test(text);
}

const lock = /\s*\bfor (?:no key update|update|key share|share)\b(?: of \w+)?(?: skip locked| nowait)?/gi;
const doNothing = /\s*\bon conflict\b(?:(?!\bdo (?:update|nothing)\b)[\s\S])*\bdo nothing\b/gi;
/** Not part of `<>`, `->`, `@>` and the like. */
const comparison = /(?<![-<>=@|#?!~*&])(?:<=|>=|<|>)(?![<>=@|#&-])/g;

/** The edits of one SQL text. `text` keeps its length when the caller masks what is not SQL, so that positions hold. */
export function sqlEdits(source: string, offset: number, text: string): Edit[] {
  const plain = text.replaceAll(/'(?:[^']|'')*'/g, (quoted) => `'${'_'.repeat(quoted.length - 2)}'`);
  const edits: Edit[] = [];
  const add = (operator: Operator, from: number, to: number, after: string) => {
    const [start, end] = [offset + from, offset + to];
    edits.push({ operator, start, end, before: source.slice(start, end), after });
  };
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
  for (const [from, to] of conditions(plain)) {
    // The condition stays in the text: without its parameters PostgreSQL would refuse the whole statement.
    const condition = source.slice(offset + from, offset + to);
    add('sql: drop condition', from, to, `(${condition} or true)`);
  }
  return edits;
}

/** The edits of a file that contains one function or view. */
export function functionEdits(text: string): Edit[] {
  const code = text.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length));
  const start = code.indexOf('$$');
  const end = code.lastIndexOf('$$');
  const body = start < 0 ? code : ' '.repeat(start) + code.slice(start, end);
  const guards = [...body.matchAll(guard)].map((match): Edit => {
    const condition = match.index + match[1]!.length;
    const before = match[2]!;
    return {
      operator: 'sql: delete guard',
      start: condition,
      end: condition + before.length,
      before,
      after: 'false',
    };
  });
  return [...guards, ...sqlEdits(text, 0, body)];
}

/** An `if` of PL/pgSQL whose branch only leaves the function. */
const guard =
  /(\bif )((?:(?!\bthen\b)[\s\S])+?) then\s+(?:[\w.]+ := [^;]+;\s+)*(?:return|raise)\b(?:(?!\b(?:if|elsif|else)\b)[\s\S])*?\bend if;/g;

function endOf(match: RegExpMatchArray): number {
  return match.index! + match[0].length;
}

function swapped(operator: string): string {
  return operator.endsWith('=') ? operator.slice(0, -1) : `${operator}=`;
}

/** The words beside an operator tell two comparisons of one file apart. */
function operandsAround(text: string, start: number, end: number): [number, number] {
  const left = /[^\s()]*\s*$/.exec(text.slice(0, start))![0].length;
  const right = /^\s*[^\s(),]*/.exec(text.slice(end))![0].length;
  return [start - left, end + right];
}

const boundary =
  /\b(?:and|or|order by|group by|having|limit|offset|for update|for share|for no key|returning|on conflict|union|as|then|else|end|join|left|inner|cross|where|set|from|window|do update|do nothing)\b/iy;

/** Where each condition after an `and` starts and ends. */
function conditions(text: string): [number, number][] {
  const found: [number, number][] = [];
  for (const { index } of text.matchAll(/\band\b/gi)) {
    if (isBetween(text, index)) continue;
    const from = index + 'and'.length + /^\s*/.exec(text.slice(index + 'and'.length))![0].length;
    const to = endOfCondition(text, from);
    if (to > from) found.push([from, to]);
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
    if (depth > 0) continue;
    if (character === ';' || character === ',') break;
    boundary.lastIndex = at;
    const isWordStart = !/\w/.test(text[at - 1] ?? ' ');
    if (isWordStart && at > from && boundary.test(text) && !endsBetween(text, from, at)) break;
  }
  return from + text.slice(from, at).trimEnd().length;
}

function endsBetween(text: string, from: number, at: number): boolean {
  return /^and\b/i.test(text.slice(at)) && isBetween(text.slice(from), at - from);
}
