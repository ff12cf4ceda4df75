import { requestPayment, resumePayment, type PaymentResult } from '@pid/sdk';
import { load, rupiah, say } from './page.ts';
import { words } from './words.ts';

interface ShopState {
  readonly price: number;
  readonly isOwned: boolean;
}

const lookMillis = 500;
const looksMax = 40;

export async function showShop(): Promise<ShopState> {
  const shop = await load<ShopState>('/api/shop');
  const button = document.getElementById('buy') as HTMLButtonElement;
  button.textContent = shop.isOwned ? words.owned : words.buy(rupiah.format(shop.price));
  button.disabled = shop.isOwned;
  document.body.dataset['marks'] = shop.isOwned ? 'gold' : 'plain';
  return shop;
}

/**
 * Call this in the click handler: browsers allow popups only shortly after a click. If the popup is blocked, the whole page goes to PID and
 * comes back.
 */
export async function buyItem(): Promise<void> {
  const { payUrl } = await load<{ payUrl: string | null }>('/api/buy', {});
  if (payUrl === null) {
    await showShop();
    return;
  }
  say(words.toPid);
  await tell(await requestPayment(payUrl));
}

/** Shows the result if the page has just come back from a payment. Returns whether it has. */
export async function resumePurchase(): Promise<boolean> {
  const resumed = resumePayment();
  if (resumed) await tell(resumed);
  return resumed !== null;
}

/** Only shows the popup's result. Whether the item is owned is decided by the server, from PID's events. */
async function tell({ status }: PaymentResult): Promise<void> {
  if (status === 'declined' || status === 'expired' || status === 'closed') return say(words[status]);
  say(words.delivering);
  for (let look = 0; look < looksMax; look += 1) {
    if ((await showShop()).isOwned) return say(words.delivered);
    await new Promise((resolve) => setTimeout(resolve, lookMillis));
  }
  say(words.later);
}
