export type Params = Readonly<Record<string, string>>;

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Matches patterns such as `/checkout/:id`. A trailing slash is allowed, an empty parameter is not. */
export function matchPath(pattern: string, path: string): Params | null {
  const expected = pattern.split('/').filter(Boolean);
  const actual = path.replace(/\/$/u, '').split('/').slice(1);
  if (path === '/' || path === '') actual.length = 0;
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = actual[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
      continue;
    }
    const value = decode(segment);
    if (!value) return null;
    params[part.slice(1)] = value;
  }
  return params;
}
