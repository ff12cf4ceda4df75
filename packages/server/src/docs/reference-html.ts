import { errorTable, refusalsOf, type ErrorEntry, type Operation } from '@pid/contract';
import { escapeHtml } from '../platform/escape-html.ts';
import { callerNames, callersOf, operationHtml } from './operation-html.ts';

const addressOf = ({ tag, operationId }: Operation) =>
  `/docs/reference/${encodeURIComponent(tag)}#${operationId}`;

/** Every operation on one page, to be narrowed by who calls. */
export function referenceHtml(operations: readonly Operation[]): string {
  const rows = operations.map(
    (operation) =>
      `<tr data-callers="${callersOf[operation.access].join(' ')}"><td><code>${operation.method}</code></td><td><a href="${addressOf(operation)}"><code>${escapeHtml(operation.path)}</code></a></td><td>${escapeHtml(operation.summary)}</td></tr>`,
  );
  return `<h1>Every operation</h1><p>Bodies are JSON. Every refusal is <code>{"statusCode", "message"}</code>; its code and figures are in the header <code>pid-error</code>.</p>${callerFilter()}<table><tbody>${rows.join('')}</tbody></table>`;
}

export function tagHtml(tag: string, operations: readonly Operation[], origin: string): string {
  const sections = operations.map((operation) =>
    operationHtml({
      operation,
      origin,
      refusals: refusalsOf(operation).map((code) => {
        const { status, meaning }: ErrorEntry = errorTable[code];
        return { code, status, meaning };
      }),
    }),
  );
  return `<h1>${escapeHtml(tag)}</h1>${callerFilter()}${sections.join('')}`;
}

/** What a code means, what it carries, and who answers it. */
export function errorsHtml(operations: readonly Operation[]): string {
  const byCode = new Map<string, Operation[]>();
  for (const operation of operations)
    for (const code of operation.errors ?? []) byCode.set(code, [...(byCode.get(code) ?? []), operation]);
  const rows = Object.entries<ErrorEntry>(errorTable).map(([code, { status, meaning, context = {} }]) => {
    const carried = Object.entries(context).map(
      ([name, what]) => `<br><code>${escapeHtml(name)}</code>: ${escapeHtml(what)}`,
    );
    const from = (byCode.get(code) ?? []).map(
      (operation) => `<a href="${addressOf(operation)}">${operation.operationId}</a>`,
    );
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(meaning)}${carried.join('')}</td><td>${from.join(', ')}</td></tr>`;
  });
  return `<h1>Errors by code</h1><p>Programs read the code, from the header <code>pid-error: code; name=value</code> (RFC 9651), never the sentence. A code never changes its meaning. Retry 429 and 503 after <code>Retry-After</code>, and 504 with the very same request; anything else will be refused again.</p><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>Answered by</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function callerFilter(): string {
  const options = Object.entries(callerNames).map(
    ([name, words]) => `<option value="${name}">${escapeHtml(words)}</option>`,
  );
  return `<p><label for="docs-caller">Called by</label> <select id="docs-caller" class="input"><option value="">everybody</option>${options.join('')}</select></p>`;
}
