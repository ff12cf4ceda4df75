import { OidcError } from './oidc-error.ts';

const queryLengthMax = 4000;

/** The text fields of a posted form as a query. */
export function queryOfForm(form: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(form).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const query = new URLSearchParams(fields).toString();
  if (query.length > queryLengthMax) throw new OidcError('invalid_request', 400, 'The request is too long');
  return query;
}
