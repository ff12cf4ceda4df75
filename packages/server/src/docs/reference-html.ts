import {
  errorTable,
  isStandardEndpoint,
  redirectErrors,
  refusalsOf,
  standardErrors,
  standardRemedies,
  type ErrorEntry,
  type Operation,
  type StandardEndpoint,
} from '@pid/contract';
import { escapeHtml } from '../platform/escape-html.ts';
import { callerNames, callersOf, inline, operationHtml, type OperationFacts } from './operation-html.ts';

/**
 * Tags for game developers come first and tags for operators last. Tags in neither list come between them.
 */
const first = ['auth', 'oidc', 'apps', 'identity', 'profile', 'fiat', 'payments', 'account', 'session keys'];
const last = ['development', 'admin'];

export function tagsOf(operations: readonly Operation[]): string[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const named = (names: readonly string[]) => names.filter((name) => tags.includes(name));
  return [...named(first), ...tags.filter((tag) => ![...first, ...last].includes(tag)), ...named(last)];
}

export const tagAddress = (tag: string) => `/docs/reference/${tag.replaceAll(' ', '-')}`;
export const tagTitle = (tag: string) =>
  tag === 'oidc' ? 'OpenID Connect' : `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`;
export const addressOf = ({ tag, operationId }: Operation) => `${tagAddress(tag)}#${operationId}`;

/** Lists every operation on one page, with a filter by caller. */
export function referenceHtml(operations: readonly Operation[]): string {
  const groups = tagsOf(operations).map((tag) => {
    const items = operations
      .filter((operation) => operation.tag === tag)
      .map(
        (operation) =>
          `<li data-callers="${callersOf[operation.access].join(' ')}"><a href="${addressOf(operation)}"><code>${operation.method} ${escapeHtml(operation.path)}</code></a><span>${inline(operation.summary)}</span></li>`,
      );
    return `<section data-group><h2><a href="${tagAddress(tag)}">${escapeHtml(tagTitle(tag))}</a></h2><ul class="docs-list">${items.join('')}</ul></section>`;
  });
  return `<h1>Every operation</h1><p>Bodies are JSON. Every refusal is <code>{"statusCode", "message"}</code>; its code and values are in the header <code>pid-error</code>. Refusals of OpenID Connect are <code>{"error", "error_description"}</code>.</p>${callerFilter()}${groups.join('')}`;
}

export function tagHtml(tag: string, operations: readonly Operation[], origin: string): string {
  const sections = operations.map((operation) =>
    operationHtml({
      operation,
      origin,
      refusals: isStandardEndpoint(operation)
        ? standardRefusals(operation)
        : refusalsOf(operation).map((code) => {
            const { status, meaning }: ErrorEntry = errorTable[code];
            return { code, status, meaning, address: `/docs/errors#${code}` };
          }),
    }),
  );
  return `<h1>${escapeHtml(tagTitle(tag))}</h1>${callerFilter()}${sections.join('')}`;
}

function standardRefusals({ refuses }: StandardEndpoint): OperationFacts['refusals'] {
  return Object.entries(refuses).flatMap(([status, errors = []]) =>
    errors.map((code) => ({
      code,
      status: Number(status),
      meaning: standardErrors[code],
      address: `/docs/errors#${oauthId(code)}`,
    })),
  );
}

/** A list with more operations than this is collapsed. */
const namedMax = 8;

/** Some codes of OpenID Connect are also codes of the API, with another meaning. */
const oauthId = (code: string) => `oauth-${code}`;

/** Lists every error code with its cause, its remedy, its fields and the operations that return it. */
export function errorsHtml(operations: readonly Operation[]): string {
  const byCode = new Map<string, Operation[]>();
  for (const operation of operations.filter((entry) => !isStandardEndpoint(entry)))
    for (const code of refusalsOf(operation)) byCode.set(code, [...(byCode.get(code) ?? []), operation]);
  const items = Object.entries<ErrorEntry>(errorTable).map(
    ([code, { status, meaning, remedy, context = {} }]) => {
      const carried = Object.entries(context).map(
        ([name, what]) => `<br><code>${escapeHtml(name)}</code>: ${inline(what)}`,
      );
      return `<li id="${code}"><a href="#${code}"><code>${code}</code></a> <span class="docs-note">${status}</span><p>${inline(meaning)}${carried.join('')}</p>${remedyHtml(remedy)}${answerers(byCode.get(code) ?? [])}</li>`;
    },
  );
  const oauthItems = Object.entries(standardRemedies).map(([code, remedy]) => {
    const id = oauthId(code);
    const { [code]: cause } = standardErrors as Readonly<Record<string, string>>;
    const { [code]: redirected } = redirectErrors as Readonly<Record<string, string>>;
    const inAddress = redirected === undefined ? '' : `<br>In the return address: ${inline(redirected)}.`;
    return `<li id="${id}"><a href="#${id}"><code>${code}</code></a><p>${inline(cause ?? '')}${cause === undefined ? inAddress.replace('<br>', '') : inAddress}</p>${remedyHtml(remedy)}</li>`;
  });
  return `<h1>Errors by code</h1><p>Programs should read the code from the header <code>pid-error: code; name=value</code> (RFC 9651), not the message. A code never changes its meaning. Retry 429 and 503 after <code>Retry-After</code>, and 504 with exactly the same request; anything else will be refused again.</p><ul class="docs-errors">${items.join('')}</ul><h2 id="oauth">OpenID Connect</h2><p>The endpoints under <code>/oidc</code> answer as RFC 6749: <code>{"error", "error_description"}</code>. <code>/authorize</code> adds <code>error</code> to your return address.</p><ul class="docs-errors">${oauthItems.join('')}</ul>`;
}

const remedyHtml = (remedy: string) => `<p><strong>What to do:</strong> ${inline(remedy)}</p>`;

function answerers(operations: readonly Operation[]): string {
  if (operations.length === 0) return '';
  const names = operations
    .map((operation) => `<a href="${addressOf(operation)}">${operation.operationId}</a>`)
    .join(', ');
  return operations.length <= namedMax
    ? `<p class="docs-note">Returned by ${names}</p>`
    : `<details class="docs-note"><summary>Returned by ${operations.length} operations</summary><p>${names}</p></details>`;
}

function callerFilter(): string {
  const options = Object.entries(callerNames).map(
    ([name, words]) => `<option value="${name}">${escapeHtml(words)}</option>`,
  );
  return `<p class="docs-filter"><label for="docs-caller">Called by</label> <select id="docs-caller" class="input"><option value="">everyone</option>${options.join('')}</select> <span id="docs-count" class="docs-note" role="status"></span></p>`;
}
