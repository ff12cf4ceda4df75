import { formatRupiah } from '../ledger/index.ts';
import { sha256 } from '../platform/hash.ts';
import { checkoutStyle } from './checkout-style.ts';
import type { CheckoutText } from './checkout-text.ts';
import { totalOf, type TopUp } from './topups.store.ts';

export interface CheckoutView {
  readonly topUp: TopUp;
  readonly status: TopUp['status'];
  /** A page was opened at the provider, so an answer may come any moment. */
  readonly waiting: boolean;
  readonly sandbox: boolean;
}

/** Nothing but this sheet and this form. Browsers hold redirects of a form to `form-action` too, so the provider's pages are named. */
export function checkoutPolicy(pageOrigins: readonly string[]): string {
  const style = `'sha256-${sha256(checkoutStyle).toString('base64')}'`;
  return `default-src 'none'; style-src ${style}; form-action ${["'self'", ...pageOrigins].join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
}

export function renderCheckout(view: CheckoutView, text: CheckoutText): string {
  const { topUp, status } = view;
  const total = formatRupiah(totalOf(topUp));
  const fees = [
    [text.globalFee, topUp.globalFee],
    [text.appFee, topUp.appFee],
    [text.providerFee, topUp.providerFee],
  ] as const;
  const rows = [
    [text.to, escape(topUp.pid)],
    [text.credited, formatRupiah(topUp.amount)],
    ...fees.filter(([, fee]) => fee > 0n).map(([label, fee]) => [label, formatRupiah(fee)]),
    ...(status === 'pending' ? [[text.expires, formatTime(topUp.expiresAt)]] : []),
  ];
  const details = rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('');
  const body = `<h1>${text.title}</h1>
<p class="total"><span class="label">${status === 'pending' ? text.total : 'Total'}</span><br>${total}</p>
<p class="state ${status}" role="status">${text.states[status]}</p>
<dl>${details}</dl>
${status === 'pending' ? renderForm(view, text, total) : ''}${renderReturn(topUp, status, text)}`;
  return page(text, text.title, body, status === 'pending' && view.waiting ? 5 : null);
}

export function renderRefusal(text: CheckoutText, title: string, sentence: string): string {
  return page(
    text,
    title,
    `<h1>${title}</h1><p class="state failed" role="alert">${escape(sentence)}</p>`,
    null,
  );
}

function renderForm({ topUp, waiting, sandbox }: CheckoutView, text: CheckoutText, total: string): string {
  const path = `/checkout/${topUp.id}`;
  if (sandbox) {
    return `<p class="state sandbox">${text.sandbox}</p>
<form method="post" action="${path}/pay"><button class="button primary" name="outcome" value="paid">${text.pay(total)}</button><button class="button plain" name="outcome" value="failed">${text.fail}</button></form>`;
  }
  const goOn = `<form method="post" action="${path}/pay"><button class="button primary">${text.goOn}</button></form><small>${text.goOnHint}</small>`;
  if (!waiting) return goOn;
  return `${goOn}<form method="post" action="${path}/check"><button class="button plain">${text.check}</button></form><small>${text.waiting}</small>`;
}

/** The address was checked when the top-up was made. */
function renderReturn(topUp: TopUp, status: TopUp['status'], text: CheckoutText): string {
  const target = topUp.returnTo ?? '/money';
  const label = target.startsWith('/') ? text.back : text.backToApp(new URL(target).host);
  return `<a class="button ${status === 'pending' ? 'plain' : 'primary'}" href="${escape(target)}" rel="noreferrer">${escape(label)}</a>`;
}

const logo =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="6" fill="currentColor"/><path d="M8 18V6h5a3.5 3.5 0 0 1 0 7H8" fill="none" stroke="var(--surface)" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>';

function page(text: CheckoutText, title: string, body: string, refreshSeconds: number | null): string {
  const refresh = refreshSeconds === null ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`;
  return `<!doctype html><html lang="${text.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${refresh}<title>${escape(title)} · PID</title><style>${checkoutStyle}</style></head><body><main><div class="brand">${logo}PID</div>${body}</main></body></html>`;
}

function formatTime(moment: Date): string {
  const iso = moment.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
