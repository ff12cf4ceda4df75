/** Deeper than the body of any route, and shallow enough for the call stack. */
const DEPTH_MAX = 64;

/**
 * Returns the canonical text of a JSON value (RFC 8785): members sorted by their UTF-16 code units, no white
 * space, numbers and strings as ECMAScript writes them. Members without a value are left out, as in
 * `JSON.stringify`. Throws a `RangeError` for a value without a canonical text: a number that is not finite,
 * a lone surrogate, nesting beyond 64 levels.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > DEPTH_MAX) throw new RangeError('JSON is nested too deeply');
  if (Array.isArray(value)) return `[${value.map((entry) => write(entry ?? null, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${scalar(name)}:${write(member, depth + 1)}`).join(',')}}`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new RangeError('JSON text has a lone surrogate');
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('JSON numbers must be finite');
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new RangeError('not a JSON value');
  return text;
}
