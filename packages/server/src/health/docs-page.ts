import { escapeHtml } from '../platform/escape-html.ts';
import { sha256 } from '../platform/hash.ts';

interface Operation {
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { schema: unknown }>;
      'x-codes'?: Record<string, { meaning: string }>;
    }
  >;
}

const style = `
:root{color-scheme:light dark;--line:light-dark(#dde1ea,#2b3142);--dim:light-dark(#525b70,#a3adc2);--card:light-dark(#fff,#171b26);--accent:light-dark(#4b36d6,#a99bff)}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;background:light-dark(#f6f7fb,#0e1118);color:light-dark(#141824,#eef1f8)}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{margin:.5rem 0}h2{margin:2.5rem 0 .75rem;text-transform:capitalize}
p,.dim{color:var(--dim)}a{color:var(--accent)}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
details{background:var(--card);border:1px solid var(--line);border-radius:.75rem;margin:.5rem 0}summary{cursor:pointer;padding:.75rem 1rem;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.75rem}
.method{font:700 .8rem ui-monospace,monospace;min-width:4rem;color:var(--accent)}code,pre{font:.85rem/1.5 ui-monospace,monospace}code{overflow-wrap:anywhere}
.inside{padding:0 1rem 1rem;border-top:1px solid var(--line)}pre{overflow:auto;background:light-dark(#f0f2f8,#0b0e15);border-radius:.5rem;padding:.75rem}table{border-collapse:collapse;width:100%}td{vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}`;

/** A readable page of the OpenAPI document, from our own origin and without scripts. */
export function docsPage(document: Record<string, unknown>): { html: string; policy: string } {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const schemas = (document['components'] as { schemas: Record<string, unknown> }).schemas;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]!))];
  const sections = tags.map(
    (tag) =>
      `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>` +
      operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map((entry) => operationHtml(entry.method, entry.path, entry.operation, schemas))
        .join(''),
  );
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>PID API</title><style>${style}</style></head><body><main><p><a href="/">PID</a></p><h1>PID API</h1><p>Every operation, from the same declarations the server runs on. The machine-readable form is <a href="/v1/openapi.json">/v1/openapi.json</a>. Every error is <code>{"statusCode", "message"}</code>.</p><nav aria-label="Sections">${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join('')}</nav>${sections.join('')}</main></body></html>`;
  const hash = sha256(style).toString('base64');
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

function operationHtml(
  method: string,
  path: string,
  operation: Operation,
  schemas: Record<string, unknown>,
): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const access = operation.security.map((entry) => Object.keys(entry)[0] ?? 'no authentication').join(' or ');
  const rows = Object.entries(operation.responses).map(
    ([status, response]) =>
      `<tr><td><b>${status}</b></td><td>${codes(response['x-codes']) || escapeHtml(response.description)}${status < '300' ? example(response.content?.['application/json']?.schema, schemas) : ''}</td></tr>`,
  );
  const parameters = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td>${escapeHtml(parameter.description ?? '')}</td></tr>`,
  );
  return `<details><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code><span class="dim">${escapeHtml(operation.summary)}${operation.deprecated ? ' (deprecated)' : ''}</span></summary><div class="inside">${(
    operation.description ?? ''
  )
    .split('\n\n')
    .map((words) => `<p>${escapeHtml(words)}</p>`)
    .join(
      '',
    )}<p>Access: ${escapeHtml(access)}</p>${parameters.length > 0 ? `<table>${parameters.join('')}</table>` : ''}${body ? `<p>Body</p>${example(body, schemas)}` : ''}<p>Answers</p><table>${rows.join('')}</table></div></details>`;
}

function codes(byCode: Record<string, { meaning: string }> = {}): string {
  return Object.entries(byCode)
    .map(([code, { meaning }]) => `<code>${escapeHtml(code)}</code> ${escapeHtml(meaning)}`)
    .join('<br>');
}

function example(schema: unknown, schemas: Record<string, unknown>): string {
  return schema === undefined
    ? ''
    : `<pre>${escapeHtml(JSON.stringify(sketch(schema, schemas, 0), null, 2))}</pre>`;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** The shape of a schema as a small JSON text: names with their types, `?` where optional. */
function sketch(node: unknown, schemas: Record<string, unknown>, depth: number): unknown {
  const schema = node as Schema;
  if (depth > 6) return '…';
  if (schema.$ref) return sketch(schemas[schema.$ref.split('/').at(-1)!], schemas, depth + 1);
  if (schema.allOf?.[0]) return sketch(schema.allOf[0], schemas, depth);
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.type === 'array') return [sketch(schema.items ?? {}, schemas, depth + 1)];
  if (schema.properties) {
    const required = new Set(schema.required);
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        required.has(name) ? name : `${name}?`,
        sketch(property, schemas, depth + 1),
      ]),
    );
  }
  return schema.type ?? 'any';
}
