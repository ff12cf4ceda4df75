import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const root = path.resolve(fileURLToPath(new URL('../../..', import.meta.url)));
const sdk = () => readFileSync(path.join(root, 'packages/sdk/dist/browser.js'), 'utf8');

const page = (body: string, script: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body>${body}<script type="module">${script}</script></body>`;

/** Shows the result in `output`, and a result that arrives after `closed` in `#later`. */
const shop = `import { requestAllowance, requestPayment, resumeAllowance, resumePayment } from '/pid.js';
  const show = (result) => { document.querySelector('output').textContent = result.status; };
  const onResultAfterClose = ({ status }) => { document.querySelector('#later').textContent = status; };
  const query = new URLSearchParams(location.search);
  const options = { mode: query.get('mode') ?? 'popup', onResultAfterClose };
  document.querySelector('button').onclick = async () =>
    show(await (query.has('allow') ? requestAllowance(query.get('allow'), options) : requestPayment(query.get('pay'), options)));
  const resumed = resumePayment() ?? resumeAllowance();
  if (resumed) show(resumed);`;

const callback = "import { handleCallback } from '/pid.js'; await handleCallback();";

export interface ShopSite {
  readonly origin: string;
  /** The callback page. */
  readonly returnTo: string;
  /** Address of the page that sells `payUrl`. */
  shopAt(payUrl: string, mode?: 'popup' | 'redirect'): string;
  /** Address of the page that asks for the allowance of `approveUrl`. */
  passAt(approveUrl: string, mode?: 'popup' | 'redirect'): string;
}

/** The site of a game on loopback: a page with a button, the callback page and the SDK. */
export function openShopSite(): ShopSite {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isScript = pathname === '/pid.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isScript) response.end(sdk());
    else if (pathname === '/back') response.end(page('', callback));
    else response.end(page('<button>Buy</button><output></output><p id="later"></p>', shop));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    get origin() {
      return origin();
    },
    get returnTo() {
      return `${origin()}/back`;
    },
    passAt: (approveUrl, mode = 'popup') =>
      `${origin()}/?${new URLSearchParams({ allow: approveUrl, mode }).toString()}`,
    shopAt: (payUrl, mode = 'popup') =>
      `${origin()}/?${new URLSearchParams({ pay: payUrl, mode }).toString()}`,
  };
}
