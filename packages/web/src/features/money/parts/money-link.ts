/** What a link of an app adds to a page: through whom, and the way back. */
export interface MoneyLink {
  readonly clientId: string;
  readonly returnTo: string | null;
  readonly state: string | null;
}

const FIELDS = ['client_id', 'return_to', 'state'] as const;

/** Null for a link that is no app's. One with a way back and no app is broken, and is judged as such by the server. */
export function readMoneyLink(query: URLSearchParams): MoneyLink | null {
  if (!query.has('client_id') && !query.has('return_to')) return null;
  return {
    clientId: query.get('client_id') ?? '',
    returnTo: query.get('return_to'),
    state: query.get('state'),
  };
}

/** The link goes along through every step of a page, as it came. */
export function carryLink(link: MoneyLink | null, query: URLSearchParams): void {
  if (!link) return;
  const values = [link.clientId, link.returnTo, link.state];
  for (const [index, name] of FIELDS.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) query.set(name, value);
  }
}

/** What a link fixes is taken as it stands or not at all. */
export function isWholeRupiah(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/u.test(text);
}
