import type { Assertion } from '../credentials/index.ts';
import { invalid } from '../platform/errors/index.ts';

const base64url = /^[A-Za-z0-9_-]+$/;
const fields = ['id', 'signature', 'authenticatorData', 'clientDataJSON'] as const;

/** Parses the header `pid-assertion`: base64url of the JSON of an Assertion. */
export function parseAssertion(header: string): Assertion {
  const value = base64url.test(header) ? parseJson(Buffer.from(header, 'base64url').toString('utf8')) : null;
  if (typeof value !== 'object' || value === null) throw malformed();
  const known = value as Record<string, unknown>;
  const [id, signature, authenticatorData, clientDataJSON] = fields.map((field) => {
    const text = known[field];
    if (typeof text !== 'string' || !base64url.test(text)) throw malformed();
    return text;
  }) as [string, string, string, string];
  return { id, signature, authenticatorData, clientDataJSON };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function malformed() {
  return invalid('pid-assertion must be the base64url of an Assertion in JSON');
}
