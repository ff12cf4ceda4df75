import { formatRupiah } from '@pid/contract';
import { languageCodes, languages } from '@pid/contract/languages';
import { nameGoods } from '@pid/contract/name-goods';
import { escapeHtml } from '../platform/escape-html.ts';
import { sha256 } from '../platform/hash.ts';
import { checkoutScriptPath, timeForm } from './checkout-script.ts';
import { checkoutStyle } from './checkout-style.ts';
import type { CheckoutText } from './checkout-text.ts';
import type { PageAssets } from './page-assets.ts';
import { providerName, sandbox } from './providers/index.ts';
import { isForPurchase, type Purchase } from './purchase-of.ts';
import { totalOf, type TopUp } from './topups.store.ts';

interface CheckoutView {
  readonly topUp: TopUp;
  readonly status: TopUp['status'];
  readonly purchase: Purchase | null;
  /** A page was opened at the provider, so a result can arrive at any moment. */
  readonly waiting: boolean;
  /** The money of a paid top-up went to suspense. */
  readonly setAside: boolean;
  readonly now: Date;
}

/** Values that every page of a request needs. */
export interface PageContext {
  readonly text: CheckoutText;
  /** Carries a requested language: `?lang=id`, or empty. */
  readonly search: string;
  readonly path: string;
}

export interface CheckoutRenderer {
  readonly policy: string;
  checkout(view: CheckoutView, context: PageContext): string;
  refusal(context: PageContext, title: string, sentence: string): string;
}

export function openRenderer(assets: PageAssets, pageOrigins: readonly string[]): CheckoutRenderer {
  const style = checkoutStyle(assets.fontPath);
  const document = documentOf(style, assets);
  return {
    policy: checkoutPolicy(style, pageOrigins),
    checkout: (view, context) => document(context, renderCheckout(view, context)),
    refusal: (context, title, sentence) =>
      document(context, {
        title,
        attributes: 'class="failed"',
        body: `<div class="head"><span class="mark">${marks.failed}</span><h1>${title}</h1><p class="state" role="alert">${escapeHtml(sentence)}</p></div>`,
      }),
  };
}

/** Browsers apply `form-action` to redirects of a form too, so the provider's origins are listed. */
function checkoutPolicy(style: string, pageOrigins: readonly string[]): string {
  const hash = `'sha256-${sha256(style).toString('base64')}'`;
  return `default-src 'none'; style-src ${hash}; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self'; form-action ${["'self'", ...pageOrigins].join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
}

interface Content {
  readonly title: string;
  readonly attributes: string;
  readonly body: string;
  /** Set only if no script polls. */
  readonly refreshSeconds?: number;
}

function renderCheckout(view: CheckoutView, context: PageContext): Content {
  const { status } = view;
  const { text } = context;
  const pending = status === 'pending';
  const waiting = pending && view.waiting;
  return {
    title: text.title,
    attributes: `class="${status}" data-status="${status}"${waiting ? ' data-waiting' : ''}`,
    body: `<div class="head">${pending ? renderDue(view, text) : renderOutcome(view, text)}</div>
<div class="rest">${renderCosts(view, text)}${pending ? renderCharge(view, context) : ''}${renderWaysOn(view, text)}</div>`,
    ...(waiting ? { refreshSeconds: 5 } : {}),
  };
}

const rupiah = (amount: bigint, { language }: CheckoutText) =>
  formatRupiah(amount, languages[language].thousands);

function renderDue({ topUp, purchase, now }: CheckoutView, text: CheckoutText): string {
  const seconds = Math.ceil((topUp.expiresAt.getTime() - now.getTime()) / 1000);
  const purpose = purchase
    ? `<p class="purpose">${escapeHtml(text.purpose(nameGoods(purchase, text.language), purchase.appName))}</p>`
    : '';
  return `<h1>${text.title}</h1>${purpose}
<p class="label">${text.total}</p><p class="total">${rupiah(totalOf(topUp), text)}</p>
<p class="deadline">${text.expires} ${formatTime(topUp.expiresAt, text)}</p>
<p class="clock" data-seconds="${seconds}" role="timer" hidden>${text.left} <b></b></p><span class="quiet" role="status" data-announce></span>`;
}

function renderOutcome({ topUp, status, setAside }: CheckoutView, text: CheckoutText): string {
  const mark = status === 'paid' ? marks.paid : status === 'failed' ? marks.failed : marks.expired;
  return `<span class="mark">${mark}</span><h1>${text.outcomes[status]}</h1>
<p class="total">${rupiah(totalOf(topUp), text)}</p><p class="state ${status}" role="status">${setAside ? text.setAside : text.states[status]}</p>`;
}

function renderCosts({ topUp, status, setAside }: CheckoutView, text: CheckoutText): string {
  const fees = [
    [text.globalFee, topUp.globalFee],
    [text.appFee, topUp.appFee],
    [text.providerFee, topUp.providerFee],
  ] as const;
  const rows = [
    [text.to, escapeHtml(topUp.pid)],
    ...(setAside ? [] : [[text.credited, rupiah(topUp.amount, text)]]),
    ...fees.filter(([, fee]) => fee > 0n).map(([label, fee]) => [label, rupiah(fee, text)]),
  ];
  const since = [
    ...(topUp.paidAt ? [[text.paidAt, formatTime(topUp.paidAt, text)]] : []),
    ...(topUp.refunded > 0n ? [[text.refunded, rupiah(topUp.refunded, text)]] : []),
  ];
  const lines = (pairs: readonly (readonly (string | undefined)[])[]) =>
    pairs.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('');
  const sum = `<div class="sum"><dt>${status === 'pending' ? text.total : text.sum}</dt><dd>${rupiah(totalOf(topUp), text)}</dd></div>`;
  return `<dl>${lines(rows)}${sum}${lines(since)}</dl>`;
}

/** The provider's page shows the payment methods; we do not know which of them the merchant has. */
function renderCharge({ topUp, waiting }: CheckoutView, { text, path, search }: PageContext): string {
  const offline = `<p class="notice" role="alert" data-offline hidden>${text.offline}</p>`;
  if (topUp.provider === sandbox.id) {
    return `<div class="method"><b>${text.sandboxMethod}</b>${text.sandbox}</div>
${offline}<form method="post" action="${path}/pay${search}"><button class="button primary" name="outcome" value="paid">${text.pay(rupiah(totalOf(topUp), text))}</button><button class="button plain" name="outcome" value="failed">${text.fail}</button></form>`;
  }
  const method = `<div class="method"><b>${text.methods}</b>${text.proceedHint(providerName(topUp.provider))}</div>`;
  const proceed = `${offline}<form method="post" action="${path}/pay${search}"><button class="button primary">${text.proceed}</button></form>`;
  if (!waiting) return `${method}${proceed}`;
  return `${method}<div class="notice" role="status">${text.waiting}</div>${proceed}<form method="post" action="${path}/check${search}"><button class="button plain">${text.check}</button></form>`;
}

/** The address was checked when the top-up was created. */
function renderWaysOn({ topUp, status, purchase, setAside }: CheckoutView, text: CheckoutText): string {
  if (purchase) {
    const [look, label] =
      status === 'pending' || setAside
        ? ['plain', text.backToPurchase]
        : ['back', text.continuePurchase(nameGoods(purchase, text.language))];
    return `<div class="actions"><a class="button ${look}" href="${escapeHtml(purchase.path)}">${escapeHtml(label)}</a></div>`;
  }
  // The purchase is not known in this browser.
  const target = isForPurchase(topUp) ? '/money' : (topUp.returnTo ?? '/money');
  const label = target.startsWith('/money')
    ? text.backToMoney
    : target.startsWith('/')
      ? text.back
      : text.backToApp(new URL(target).host);
  const mayRepeat = (status === 'failed' || status === 'expired') && topUp.clientId === null;
  const again = mayRepeat
    ? `<a class="button back" href="/top-up?amount=${topUp.amount}">${text.again}</a>`
    : '';
  const look = status === 'pending' || mayRepeat ? 'plain' : 'back';
  return `<div class="actions">${again}<a class="button ${look}" href="${escapeHtml(target)}" rel="noreferrer">${escapeHtml(label)}</a></div>`;
}

const marks = {
  paid: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>',
  failed: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6 6 18"/></svg>',
  expired:
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 7v5.5l3.5 2"/></svg>',
};

const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="2" y="5" width="28" height="22" rx="6" fill="#0b6b4e"/><rect x="2.5" y="5.5" width="27" height="21" rx="5.5" fill="none" stroke="#fff" stroke-opacity=".25"/><rect x="12" y="8" width="8" height="2.5" rx="1.25" fill="#f4f1e8"/><path d="M8 14h4v6h-4zM20 14h4v6h-4z" fill="#ffc233"/><path d="M13 20h2v2h2v-2h2v4h-6z" fill="#f4f1e8"/></svg>';

function documentOf(style: string, { fontPath, iconPath }: PageAssets) {
  const font = fontPath
    ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontPath}">`
    : '';
  const icon = iconPath ? `<link rel="icon" type="image/svg+xml" href="${iconPath}">` : '';
  return ({ text, path }: PageContext, { title, attributes, body, refreshSeconds }: Content): string => {
    const refresh = refreshSeconds
      ? `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`
      : '';
    const choices = languageCodes
      .map((code) => {
        const current = code === text.language ? ' aria-current="true"' : '';
        return `<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}"${current}>${languages[code].name}</a>`;
      })
      .join('');
    return `<!doctype html><html lang="${text.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${refresh}<title>${escapeHtml(title)} · PID</title>${icon}${font}<style>${style}</style><script src="${checkoutScriptPath}"></script></head><body><header><span class="brand">${logo}PID</span></header><main ${attributes}>${body}</main><footer><nav aria-label="${text.languageLabel}">${choices}</nav></footer></body></html>`;
  };
}

/** Jakarta time, until the script shows the reader's local time. */
function formatTime(moment: Date, text: CheckoutText): string {
  const written = new Intl.DateTimeFormat(languages[text.language].tag, {
    ...timeForm,
    timeZone: 'Asia/Jakarta',
  }).format(moment);
  return `<time datetime="${moment.toISOString()}">${written}</time>`;
}
