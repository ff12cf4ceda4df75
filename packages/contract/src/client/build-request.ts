import type { Input, Operations } from '../operations/index.ts';
import { paths } from '../paths.ts';

export type CallName = keyof Operations;

/** The input can be left out if no field is required. */
export type InputArguments<Name extends CallName> =
  {} extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

export interface BuiltRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Undefined if the request has no body. */
  readonly body: unknown;
}

/** Path parameters go into the path; the other fields become the query of a GET, otherwise the body. */
export function buildRequest<Name extends CallName>(name: Name, input?: Input<Name>): BuiltRequest {
  const [method = '', template = ''] = paths[name].split(' ');
  const rest: Record<string, unknown> = Object.assign({}, input);
  const params: Record<string, string> = {};
  const path = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(rest[parameter]);
    params[parameter] = value;
    delete rest[parameter];
    return encodeURIComponent(value);
  });
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (method !== 'GET')
    return { method, path, params, body: given.length > 0 ? Object.fromEntries(given) : undefined };
  const query = new URLSearchParams(
    given.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return { method, path: query === '' ? path : `${path}?${query}`, params, body: undefined };
}
