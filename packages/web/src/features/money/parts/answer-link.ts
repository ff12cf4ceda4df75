import { api } from '../../../kit/api/api.ts';
import { leaveForAddress } from '../../../kit/app-request/deliver-answer.ts';
import type { MoneyLink } from './money-link.ts';
import type { MoneyLinkFacts } from '../../../kit/api/shapes.ts';

export function describeLink(link: MoneyLink, signal: AbortSignal): Promise<MoneyLinkFacts> {
  const asked = { client_id: link.clientId, ...(link.returnTo === null ? {} : { return_to: link.returnTo }) };
  return api.call('describeMoneyLink', asked, { signal, attempts: 3 });
}

/** Returns to the app at the address that the server has checked. */
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
