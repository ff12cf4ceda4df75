import { limitClasses, limitWindowOf, type Access, type Operation } from '@pid/contract';
import { escapeHtml } from '../platform/escape-html.ts';
import { samplesOf } from './code-samples.ts';

/** The values of the caller filter that match each kind of access. */
export const callersOf: Readonly<Record<Access, readonly string[]>> = {
  public: ['anybody', 'cookie', 'bearer', 'machine'],
  'optional-user': ['anybody', 'cookie'],
  user: ['cookie'],
  reader: ['cookie', 'bearer'],
  'app-or-user': ['cookie', 'machine'],
  owner: ['cookie'],
  app: ['machine'],
  admin: ['administrator'],
};

export const callerNames = {
  anybody: 'anybody',
  cookie: 'the player’s session cookie',
  bearer: 'an app with the player’s bearer',
  machine: 'an app with its machine token',
  administrator: 'an administrator',
} as const;

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

export interface OperationFacts {
  readonly operation: Operation;
  /** Every error that the operation may return. */
  readonly refusals: readonly { code: string; status: number; meaning: string; address: string | null }[];
  readonly origin: string;
}

export function operationHtml(facts: OperationFacts): string {
  const { operation } = facts;
  const { method, path, access, operationId, summary, description, stepUp, idempotent } = operation;
  const limit = operation.limit ?? (method === 'GET' ? 'read' : 'write');
  const scope =
    access === 'reader' && operation.readerScope !== 'any'
      ? ` (scope ${operation.readerScope ?? 'read'})`
      : '';
  const notes = [
    operation.requiresCookie
      ? `Requires the cookie ${operation.requiresCookie.join(' or ')}.`
      : `Called by ${calledBy(access)}${scope}.`,
    `At most ${limitClasses[limit]} ${limitWindowOf(limit) === 'hour' ? 'an hour' : 'a minute'}, class ${limit}.`,
    ...(operation.limitPer === 'session'
      ? ['Requests of other sessions do not count towards this limit.']
      : []),
    ...(operation.limitPer === 'player' ? ['All sessions of a player share this limit.'] : []),
    ...(stepUp ? [`Step-up: ${stepUp}.`] : []),
    ...(idempotent ? ['Accepts an Idempotency-Key.'] : []),
    ...(operation.deprecated ? [`Deprecated: use ${operation.deprecated.successor}.`] : []),
  ];
  return `<section class="docs-operation" id="${operationId}" data-callers="${callersOf[access].join(' ')}">
<h2><a href="#${operationId}">${inline(summary)}</a></h2>
<p class="docs-address">${method} ${escapeHtml(path)}</p>
${description ? `<p>${inline(description)}</p>` : ''}
<p class="docs-note">${escapeHtml(notes.join(' '))}</p>
${fields('In the address', operation.params)}${fields('Query', operation.query)}${fields('Body', operation.body)}${fields('Answer', operation.reply)}
${refusalTable(facts.refusals)}
${samples(facts)}${tryIt(operation)}</section>`;
}

/** A public operation also accepts every authenticated caller, so listing the others would add nothing. */
function calledBy(access: Access): string {
  const [caller, ...others] = callersOf[access] as readonly (keyof typeof callerNames)[];
  return caller === 'anybody' && access === 'public'
    ? callerNames.anybody
    : [caller!, ...others].map((name) => callerNames[name]).join(', ');
}

/** Descriptions use no mark-up except backquotes. */
export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function fields(title: string, schema: unknown): string {
  const rows = rowsOf(schema as Schema | null | undefined, '', 0);
  return rows === ''
    ? ''
    : `<h3>${title}</h3><table class="docs-fields"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const depthMax = 3;

function rowsOf(schema: Schema | null | undefined, prefix: string, depth: number): string {
  if (!schema || depth > depthMax) return '';
  if (schema.type === 'array') return rowsOf(schema.items, `${prefix}[]`, depth);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      const meaning = property.description ?? property.items?.description ?? '';
      const optional = required.has(name) ? '' : ', optional';
      return `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(typeOf(property))}${optional}</td><td>${inline(meaning)}</td></tr>${rowsOf(property, path, depth + 1)}`;
    })
    .join('');
}

function typeOf(schema: Schema): string {
  const bounds = [
    ...(schema.minimum === undefined ? [] : [`from ${schema.minimum}`]),
    ...(schema.maximum === undefined ? [] : [`to ${schema.maximum}`]),
    ...(schema.maxLength === undefined ? [] : [`at most ${schema.maxLength} characters`]),
  ];
  const base = schema.enum
    ? schema.enum.join(' | ')
    : schema.type === 'array'
      ? `array of ${schema.items?.type ?? 'values'}`
      : (schema.format ?? schema.type ?? 'value');
  return `${base}${bounds.length > 0 ? ` ${bounds.join(' ')}` : ''}${schema.nullable ? ' or null' : ''}`;
}

function refusalTable(refusals: OperationFacts['refusals']): string {
  const rows = refusals.map(
    ({ code, status, meaning, address }) =>
      `<tr><td>${status}</td><td>${address ? `<a href="${address}"><code>${code}</code></a>` : `<code>${code}</code>`}</td><td>${inline(meaning)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<details><summary>Refusals (${rows.length})</summary><table class="docs-fields"><tbody>${rows.join('')}</tbody></table></details>`;
}

function samples({ operation, origin }: OperationFacts): string {
  const panels = samplesOf(operation, origin).map(
    ({ language, label, code }) =>
      `<pre data-language="${language}" data-label="${label}" tabindex="0"><code>${escapeHtml(code)}</code></pre>`,
  );
  return `<div class="docs-samples">${panels.join('')}</div>`;
}

/** The form uses the browser's session. Operations for other callers have only code samples. */
function tryIt({ access, method, path, example = {}, operationId, status, tag }: Operation): string {
  if (!callersOf[access].includes('cookie') || status === 302 || tag === 'oidc') return '';
  const input = JSON.stringify(example, null, 2);
  const rows = Math.min(12, input.split('\n').length);
  const warning =
    method === 'GET'
      ? ''
      : '<p class="docs-note">This is no rehearsal: it happens to your own account here.</p>';
  return `<details><summary>Try it here, as yourself</summary>${warning}<form class="docs-try" data-method="${method}" data-path="${escapeHtml(path)}"><p><label for="try-${operationId}">Fields</label><textarea id="try-${operationId}" class="input" rows="${rows}" spellcheck="false">${escapeHtml(input)}</textarea></p><p><button class="button button-plain" type="submit">Send</button></p><pre><output></output></pre></form></details>`;
}
