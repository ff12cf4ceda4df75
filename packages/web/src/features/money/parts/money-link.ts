import { api } from '../../../kit/api/api.ts';
import { leaveForAddress } from '../../apps/parts/login/deliver-answer.ts';
import type { MoneyLinkFacts } from './shapes.ts';

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

export function describeLink(link: MoneyLink, signal: AbortSignal): Promise<MoneyLinkFacts> {
  const asked = { client_id: link.clientId, ...(link.returnTo === null ? {} : { return_to: link.returnTo }) };
  return api.call('describeMoneyLink', asked, { signal, attempts: 3 });
}

/** Back to the app, at the address that the server has judged. */
export function leaveWith(
  returnTo: string,
  state: string | null,
  answer: { readonly status: string; readonly id?: string },
): void {
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(answer)) address.searchParams.append(name, value);
  if (state !== null) address.searchParams.append('state', state);
  leaveForAddress(window, address.href);
}

/** What a link fixes is taken as it stands or not at all. */
export function isWholeRupiah(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/u.test(text);
}
