import type { Operation } from '@pid/contract';

export interface CodeSample {
  readonly language: string;
  readonly label: string;
  readonly code: string;
}

interface Shown {
  readonly method: string;
  readonly address: string;
  readonly body: string | null;
  /** The header that authenticates the caller; null for operations that need no authentication. */
  readonly caller: readonly [name: string, value: string] | null;
}

const callers: Readonly<Record<Operation['access'], Shown['caller']>> = {
  public: null,
  'optional-user': null,
  user: ['Cookie', 'pid_access=<ACCESS_TOKEN>'],
  admin: ['Cookie', 'pid_access=<ACCESS_TOKEN>'],
  owner: ['Cookie', 'pid_access=<ACCESS_TOKEN>'],
  reader: ['Authorization', 'Bearer <USER_BEARER>'],
  'app-or-user': ['Authorization', 'Bearer <MACHINE_TOKEN>'],
  app: ['Authorization', 'Bearer <MACHINE_TOKEN>'],
};

/** Renders the contract's example request in four languages. A test sends the same example. */
export function samplesOf(operation: Operation, origin: string): CodeSample[] {
  const shown = show(operation, origin);
  return [
    { language: 'curl', label: 'curl', code: curl(shown) },
    { language: 'javascript', label: 'JavaScript', code: javaScript(shown) },
    { language: 'python', label: 'Python', code: python(shown) },
    { language: 'csharp', label: 'C#', code: cSharp(shown) },
  ];
}

function show(operation: Operation, origin: string): Shown {
  const { method, path, params, query, example = {}, body } = operation;
  const names = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
  const [inPath, inQuery] = [names(params), names(query)];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(textOf(example[name], name)),
  );
  const asked = new URLSearchParams(
    inQuery
      .filter((name) => name in example)
      .map((name): [string, string] => [name, textOf(example[name], name)]),
  ).toString();
  const rest = Object.entries(example).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name));
  return {
    method,
    address: `${origin}${filled}${asked === '' ? '' : `?${asked}`}`,
    body: body ? JSON.stringify(Object.fromEntries(rest)) : null,
    caller: callerOf(operation),
  };
}

function callerOf({ access, requiresCookie: [cookie] = [] }: Operation): Shown['caller'] {
  return cookie ? ['Cookie', `${cookie}=<${cookie.toUpperCase()}>`] : callers[access];
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function curl({ method, address, body, caller }: Shown): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    ...(caller ? [`  -H '${caller[0]}: ${caller[1]}'`] : []),
    ...(body === null
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d '${body.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n');
}

function headersOf({ body, caller }: Shown): [string, string][] {
  return [
    ...(caller ? [[caller[0], caller[1]] as [string, string]] : []),
    ...(body === null ? [] : [['Content-Type', 'application/json'] as [string, string]]),
  ];
}

function javaScript(shown: Shown): string {
  const headers = headersOf(shown).map(([name, value]) => `    '${name}': '${value}',`);
  return [
    `const answer = await fetch('${shown.address}', {`,
    `  method: '${shown.method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(shown.body === null ? [] : [`  body: JSON.stringify(${shown.body}),`]),
    '});',
    `if (!answer.ok) throw new Error(answer.headers.get('pid-error') ?? answer.statusText);`,
    'const result = await answer.json();',
  ].join('\n');
}

function python(shown: Shown): string {
  const headers = headersOf(shown).map(([name, value]) => `    "${name}": "${value}",`);
  return [
    'import json, urllib.request',
    '',
    `request = urllib.request.Request("${shown.address}", method="${shown.method}"${headers.length > 0 ? ', headers={' : ')'}`,
    ...(headers.length > 0 ? [...headers, '})'] : []),
    ...(shown.body === null ? [] : [`request.data = json.dumps(json.loads(r'''${shown.body}''')).encode()`]),
    'with urllib.request.urlopen(request, timeout=15) as answer:',
    '    result = json.load(answer)',
  ].join('\n');
}

function cSharp(shown: Shown): string {
  const method = `${shown.method[0]}${shown.method.slice(1).toLowerCase()}`;
  return [
    `using var request = new HttpRequestMessage(HttpMethod.${method}, "${shown.address}");`,
    ...(shown.caller
      ? [`request.Headers.TryAddWithoutValidation("${shown.caller[0]}", "${shown.caller[1]}");`]
      : []),
    ...(shown.body === null
      ? []
      : [
          `request.Content = new StringContent(@"${shown.body.replaceAll('"', '""')}", Encoding.UTF8, "application/json");`,
        ]),
    'using var answer = await http.SendAsync(request);',
    'answer.EnsureSuccessStatusCode();',
    'var result = await answer.Content.ReadAsStringAsync();',
  ].join('\n');
}
