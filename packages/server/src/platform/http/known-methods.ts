import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors/index.ts';

/** Returns the methods that some route has for a path, without its query. */
type KnownMethods = (path: string) => readonly string[];

/** Collects the methods of all routes that are added after this call. */
export function collectMethods(http: FastifyInstance): KnownMethods {
  const fixed = new Map<string, Set<string>>();
  const patterns = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  const add = (methods: Set<string>, method: string | readonly string[]) => {
    for (const one of [method].flat()) methods.add(one);
  };
  http.addHook('onRoute', ({ url, method }) => {
    if (!/[:*]/.test(url)) {
      const methods = fixed.get(url) ?? new Set();
      fixed.set(url, methods);
      return add(methods, method);
    }
    const entry = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    patterns.set(url, entry);
    add(entry.methods, method);
  });
  return (path) => {
    const own = fixed.get(path);
    const matching = [...patterns]
      .filter(([url, { pattern }]) => (!own || url.includes('*')) && pattern.test(path))
      .map(([, { methods }]) => methods);
    return [...new Set([own ?? [], ...matching].flatMap((all) => [...all]))];
  };
}

export function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

/** Responds to a path without a route for the method: 405 if it has `methods`, otherwise 404 (RFC 9110, 15.5.6). */
export function refuseUnrouted(methods: readonly string[], reply: FastifyReply): never {
  if (methods.length === 0) throw refuse('not_found');
  reply.header('allow', methods.toSorted().join(', '));
  throw refuse('method_not_allowed');
}

export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!;
