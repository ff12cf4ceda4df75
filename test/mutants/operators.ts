import { parseSync } from 'oxc-parser';
import type { Edit, Operator } from './edit.ts';
import { functionEdits, isSql, migrationEdits, sqlEdits } from './sql-operators.ts';

/** The part of an ESTree node that the operators read. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const swaps: Readonly<Record<string, readonly [Operator, string]>> = {
  '<': ['swap comparison', '<='],
  '<=': ['swap comparison', '<'],
  '>': ['swap comparison', '>='],
  '>=': ['swap comparison', '>'],
  '===': ['swap equality', '!=='],
  '!==': ['swap equality', '==='],
  '&&': ['swap and/or', '||'],
  '||': ['swap and/or', '&&'],
};

/** Nodes of TypeScript that contain an expression; all others describe types. */
const typedExpressions = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
/** Calls for logs, metrics and traces, which contain no rule. */
const observing = /(?:^|[.?])(?:log|logger|metrics?|span|tracer|console)\b|\.(?:inc|observe)$/;
const messages = /^(?:impossible|\w*Error)$/;
const contextLength = 100;

export function parses(file: string, text: string): boolean {
  return file.endsWith('.sql') || parseSync(file, text).errors.length === 0;
}

/** Returns every edit that an operator allows in this file, ordered by position. */
export function editsOf(file: string, text: string): Edit[] {
  if (file.endsWith('.sql'))
    return (file.includes('/migrations/') ? migrationEdits(text) : functionEdits(text)).toSorted(
      (left, right) => left.start - right.start,
    );
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const edits: Edit[] = [];
  walk(program as unknown as Node, null);
  return edits.toSorted((left, right) => left.start - right.start);

  function walk(node: Node, parent: Node | null): void {
    if (node.type.startsWith('TS') && !typedExpressions.has(node.type)) return;
    if (isSkipped(node)) return;
    visit(node, parent);
    for (const child of childrenOf(node)) walk(child, node);
  }

  function visit(node: Node, parent: Node | null): void {
    switch (node.type) {
      case 'IfStatement':
        return visitIf(node);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return visitOperator(node, parent);
      case 'UnaryExpression':
        if (node['operator'] === '!') add('drop not', node, textOf(node['argument'] as Node));
        return;
      case 'ExpressionStatement':
        if (isEffect(node['expression'] as Node)) add('delete statement', node, ';');
        return;
      case 'ConditionalExpression':
        return visitChoice(node);
      case 'CallExpression':
        return visitCall(node);
      case 'ArrayExpression':
        return visitArray(node, parent);
      case 'Literal':
        return visitLiteral(node, parent);
      case 'TemplateLiteral':
        return visitTemplate(node);
    }
  }

  function visitIf(node: Node): void {
    const condition = node['test'] as Node;
    const isNegated = condition.type === 'UnaryExpression' && condition['operator'] === '!';
    // Dropping the `!` is the same mutant.
    if (!isNegated) add('negate if', condition, `!(${textOf(condition)})`);
    // A condition with `await` may have effects, which must remain.
    const isWaiting = /\bawait\b/.test(textOf(condition));
    if (isWaiting) add('delete if', condition, `(${textOf(condition)}) && false`);
    else if (node['alternate'] === null) add('delete if', node, '{}');
    if (!throws(node['consequent'] as Node)) add('force if', condition, 'true');
  }

  function visitOperator(node: Node, parent: Node | null): void {
    if (node.type === 'LogicalExpression') visitOperands(node);
    const swap = swaps[node['operator'] as string];
    if (swap === undefined) return;
    const [operator, replacement] = swap;
    // Negating the condition is the same mutant.
    if (operator === 'swap equality' && parent?.type === 'IfStatement') return;
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const between = text.slice(left.end, right.start).replace(node['operator'] as string, replacement);
    add(operator, node, textOf(left) + between + textOf(right));
  }

  /** Each operand of a chain is dropped once. */
  function visitOperands(node: Node): void {
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const isNullish = node['operator'] === '??';
    // `x ?? null` rarely differs from `x`.
    if (!isNullish || right.type !== 'Literal') add('drop operand', node, valueOf(left));
    if (left.type !== 'LogicalExpression' || left['operator'] !== node['operator'])
      add('drop operand', node, valueOf(right));
  }

  function visitChoice(node: Node): void {
    for (const branch of [node['consequent'] as Node, node['alternate'] as Node])
      add('fix choice', node, valueOf(branch));
  }

  function visitCall(node: Node): void {
    const callee = node['callee'] as Node;
    const values = node['arguments'] as Node[];
    if (/^Math\.(?:min|max)$/.test(textOf(callee)) && values.length === 2)
      for (const value of values) add('drop bound', node, textOf(value));
    if (callee.type !== 'MemberExpression') return;
    const [list, method] = [callee['object'] as Node, callee['property'] as Node];
    if (/^(?:filter|slice)$/.test(textOf(method))) add('drop filter', node, textOf(list));
  }

  function visitArray(node: Node, parent: Node | null): void {
    const elements = (node['elements'] as (Node | null)[]).filter((element) => element !== null);
    // PostgreSQL refuses a statement whose parameters are missing: every test would detect that.
    const isParameters = parent?.type === 'CallExpression' && (parent['arguments'] as Node[])[0] !== node;
    if (elements.length < 2 || isParameters || parent?.type === 'ArrayExpression') return;
    for (const [index, { start, end }] of elements.entries()) {
      const next = elements[index + 1];
      const [from, to] = next ? [start, next.start] : [elements[index - 1]!.end, end];
      add('drop element', node, text.slice(node.start, from) + text.slice(to, node.end));
    }
  }

  function visitLiteral(node: Node, parent: Node | null): void {
    const value = node['value'];
    if (typeof value === 'boolean') addInContext('flip boolean', node, parent, String(!value));
    // An index such as in `rows[0]` is not a number of a rule.
    const isIndex = parent?.type === 'MemberExpression';
    if (typeof value === 'number' && !isIndex) addInContext('add one', node, parent, String(value + 1));
    if (typeof value === 'bigint') addInContext('add one', node, parent, `${value + 1n}n`);
    if (typeof value === 'string' && isSql(value))
      edits.push(...sqlEdits(text, node.start + 1, text.slice(node.start + 1, node.end - 1)));
  }

  function visitTemplate(node: Node): void {
    const start = node.start + 1;
    let masked = text.slice(start, node.end - 1);
    for (const { start: from, end: to } of node['expressions'] as Node[]) {
      const [open, close] = [text.lastIndexOf('${', from) - start, text.indexOf('}', to) + 1 - start];
      masked = masked.slice(0, open) + 'x'.repeat(close - open) + masked.slice(close);
    }
    if (isSql(masked)) edits.push(...sqlEdits(text, start, masked));
  }

  /**
   * Adds an edit with its surrounding code, because a literal alone does not say which one of the file it is.
   */
  function addInContext(operator: Operator, node: Node, parent: Node | null, after: string): void {
    const context = parent && parent.end - parent.start <= contextLength ? parent : node;
    add(operator, context, text.slice(context.start, node.start) + after + text.slice(node.end, context.end));
  }

  function add(operator: Operator, { start, end }: Node, after: string): void {
    edits.push({ operator, start, end, before: text.slice(start, end), after });
  }

  function textOf({ start, end }: Node): string {
    return text.slice(start, end);
  }

  /**
   * Adds parentheses to an object literal: at the start of an arrow function's body a brace would open a
   * block.
   */
  function valueOf(node: Node): string {
    return node.type === 'ObjectExpression' ? `(${textOf(node)})` : textOf(node);
  }

  function isSkipped(node: Node): boolean {
    if (node.type === 'ImportDeclaration') return true;
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
    const callee = textOf(node['callee'] as Node);
    return observing.test(callee) || messages.test(callee);
  }

  /** Whether an expression is a call, an `await`, or sets a field. */
  function isEffect(expression: Node): boolean {
    if (expression.type === 'AssignmentExpression')
      return (expression['left'] as Node).type === 'MemberExpression';
    return expression.type === 'AwaitExpression'
      ? !isSkipped(expression['argument'] as Node)
      : isCall(expression);
  }

  function isCall(expression: Node): boolean {
    if (expression.type === 'UnaryExpression') return isCall(expression['argument'] as Node);
    if (expression.type === 'ChainExpression') return isCall(expression['expression'] as Node);
    if (expression.type !== 'CallExpression' || isSkipped(expression)) return false;
    return (expression['callee'] as Node).type !== 'Super';
  }
}

/** Whether a statement only throws. Every test would detect a throw that always happens. */
function throws(statement: Node): boolean {
  if (statement.type === 'ThrowStatement') return true;
  const body = statement.type === 'BlockStatement' ? (statement['body'] as Node[]) : [];
  return body.length === 1 && throws(body[0]!);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
