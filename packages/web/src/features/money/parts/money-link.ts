/** The parameters that an app's link adds to a page: the app and the return address. */
export interface MoneyLink {
  readonly clientId: string;
  readonly returnTo: string | null;
  readonly state: string | null;
}

const FIELDS = ['client_id', 'return_to', 'state'] as const;

/**
 * Returns null for a link without an app. A link with a return address but no app is invalid; the server
 * refuses it.
 */
export function readMoneyLink(query: URLSearchParams): MoneyLink | null {
  if (!query.has('client_id') && !query.has('return_to')) return null;
  return {
    clientId: query.get('client_id') ?? '',
    returnTo: query.get('return_to'),
    state: query.get('state'),
  };
}

/** Keeps the link's parameters unchanged through every step of a page. */
export function carryLink(link: MoneyLink | null, query: URLSearchParams): void {
  if (!link) return;
  const values = [link.clientId, link.returnTo, link.state];
  for (const [index, name] of FIELDS.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) query.set(name, value);
  }
}

/** Amounts in links must have exactly this form; other forms are not corrected. */
export function isWholeRupiah(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/u.test(text);
}
