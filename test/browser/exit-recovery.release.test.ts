// A lost phone while the service is down: guardians are set, approve, are stopped and approve again, using
// only the saved exit page.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  accountIdFromPid,
  decodeRecovery,
  findRecoveryAddress,
  toAddress,
  toHex,
  type RecoveryAccount,
} from '../../packages/protocol/src/index.ts';
import type { ChainClient } from '../../packages/server/src/platform/chain/client/index.ts';
import { balanceOf, chainOf } from '../../packages/server/test/account-helper.ts';
import type { Device } from './support/device.ts';
import { activatedDevice, askFor, newPayer, serveChain } from './support/exit-world.ts';
import type { Payer, WalletDevice } from './support/exit-world.ts';
import { journeys, patience, signInAtProvider } from './support/journey.ts';

const DAY_SECONDS = 86_400;

interface Scene {
  readonly owner: WalletDevice;
  readonly friend: WalletDevice;
  readonly chain: ChainClient;
  readonly program: string;
  readonly rpc: string;
  readonly payer: Payer;
  /** Requests of all browsers to the service. */
  readonly asked: string[];
}

journeys('recovery without the service', {}, (world) => {
  let scene: Scene | null = null;
  let lost: Device | null = null;
  const made = { words: '', key: '', number: '' };
  const current = () => {
    if (!scene) throw new Error('Two wallets are activated before the first test');
    return scene;
  };

  beforeAll(async () => {
    const [owner, friend] = await Promise.all([activatedDevice(world), activatedDevice(world)]);
    const payer = newPayer();
    const client = world.service.client();
    await client.post('/v1/dev/airdrop', { address: payer.address, lamports: '1000000000' });
    const { programId } = (await client.get('/v1/chain')).body;
    const [chain, rpc] = [await chainOf(world.service), await serveChain(world.service)];
    scene = { owner, friend, chain, program: programId, rpc, payer, asked: [] };
  });

  /** Opens the saved page under the service's name. All other requests to that name fail. */
  async function openSaved({ context, page }: Device, pid: string): Promise<void> {
    const { rpc, asked } = current();
    await page.goto('about:blank');
    await context.unrouteAll();
    await context.route(`${world.service.baseUrl}/**`, async (route) => {
      // The same bytes that players save; `exit.test.ts` tests them on a plain server.
      if (route.request().url().endsWith('/exit/offline.html')) return route.continue();
      asked.push(route.request().url());
      return route.abort('connectionrefused');
    });
    await page.clock.setFixedTime(world.service.clock.nowMillis());
    await page.goto('/exit/offline.html');
    await askFor(page, pid, rpc);
    await press(page, 'Open recovery');
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function send(page: Page, button: string, heading: string, next: string): Promise<void> {
    await page.getByLabel('Secret key').fill(current().payer.secret);
    await press(page, 'Pay with this key');
    const raw = JSON.parse((await page.locator('[data-raw]').textContent()) ?? '');
    // The last instruction calls the wallet program and must not contain the payer's signature.
    expect(JSON.stringify(raw.instructions.at(-1))).not.toContain(current().payer.address);
    await press(page, button);
    await page.getByRole('heading', { name: heading }).waitFor();
    await press(page, next);
  }

  async function onChain(): Promise<RecoveryAccount> {
    const { chain, program, owner } = current();
    const { address } = findRecoveryAddress(toAddress(program), accountIdFromPid(owner.pid));
    const { account } = await chain.account(address);
    const recovery = account && decodeRecovery(account.data);
    if (!recovery) throw new Error('There is no recovery account');
    return recovery;
  }

  const standing = async () => (await onChain()).votes.map((vote) => vote && toHex(vote.authority));

  async function approveAsFriend(key: string, number: string): Promise<void> {
    const { friend, owner } = current();
    const { page } = friend.device;
    await openSaved(friend.device, owner.pid);
    await press(page, 'Approve as a guardian');
    await page.getByLabel('Which guardian are you?').selectOption({ index: 1 });
    await page.getByLabel('Key of the new passkey').fill(key);
    expect(await page.locator('[data-number]').innerText()).toBe(number);
    await send(page, 'Sign and send', 'Recorded on the blockchain', 'See the status');
    await page.getByRole('heading', { name: 'A recovery is under way' }).waitFor();
  }

  async function approveBySheet(page: Page, words: string): Promise<void> {
    await press(page, 'Approve with a guardian');
    await page.getByLabel('The twelve words of the sheet').fill(words.replace(/^\w+/u, 'zoo'));
    await page.getByLabel('Secret key').fill(current().payer.secret);
    await press(page, 'Pay with this key');
    await page.getByText(/These are not the (?:twelve words of a recovery|words on that) sheet/).waitFor();
    await page.getByLabel('The twelve words of the sheet').fill(words);
    await send(page, 'Send', 'Recorded on the blockchain', 'See the status');
  }

  const newPhone = (): Device => {
    if (!lost) throw new Error('The new phone comes with the first recovery');
    return lost;
  };

  test('the passkey sets a sheet and a friend as guardians, and the payer pays the fee', async () => {
    const { owner, payer, chain } = current();
    const phone = owner.device.page;
    await openSaved(owner.device, owner.pid);
    await phone.getByText('Nobody. If the passkey is lost').waitFor();
    await press(phone, 'Set guardians');
    await phone.getByLabel('A recovery sheet').check();
    await phone.locator('[data-words] li').nth(11).waitFor();
    made.words = (await phone.locator('[data-words] li').allInnerTexts()).join(' ');
    await phone.getByLabel('Type the words once more').fill(made.words);
    await phone.getByLabel('Players').fill('nobody_here');
    await phone.getByLabel('Days to stop it').fill('1');
    await phone.getByLabel('Secret key').fill(payer.secret);
    await press(phone, 'Pay with this key');
    await phone.getByText('This player has no active wallet').waitFor();
    await phone.getByLabel('Players').fill(current().friend.pid);
    const before = await balanceOf(chain, toAddress(owner.vault));
    await send(phone, 'Sign and send', 'Recorded on the blockchain', 'See the guardians');
    await phone.getByText('2 of 2 must agree').waitFor();
    expect(await onChain()).toMatchObject({ threshold: 2, delaySeconds: DAY_SECONDS, nonce: 1n });
    // Paid by the payer, so the vault is unchanged.
    expect(await balanceOf(chain, toAddress(owner.vault))).toBe(before);
  });

  test('on a new phone, the sheet and the friend approve a new passkey', async () => {
    const { owner } = current();
    lost = await world.device({ staysOpen: true });
    const { page } = lost;
    await openSaved(lost, owner.pid);
    await press(page, 'I lost my passkey');
    await press(page, 'Make a new passkey');
    made.key = await page.locator('[data-new-key]').innerText();
    made.number = await page.locator('[data-number]').innerText();
    await approveBySheet(page, made.words);
    expect(await standing()).toEqual([made.key, null]);
    await approveAsFriend(made.key, made.number);
    expect(await standing()).toEqual([made.key, made.key]);
  });

  test('the passkey of the old phone stops the recovery', async () => {
    const { owner } = current();
    const phone = owner.device.page;
    await openSaved(owner.device, owner.pid);
    await phone.getByRole('heading', { name: 'A recovery is under way' }).waitFor();
    await press(phone, 'Stop it with the current passkey');
    await send(phone, 'Sign and send', 'Stopped', 'Back to recovery');
    await phone.getByText('cannot approve before').first().waitFor();
    expect(await standing()).toEqual([null, null]);
  });

  test('after the delay they approve again, the recovery is finished, and the new passkey withdraws money', async () => {
    const { owner, payer, chain, asked } = current();
    const { page } = newPhone();
    world.service.clock.advanceSeconds(DAY_SECONDS + 60);
    await openSaved(newPhone(), owner.pid);
    await press(page, 'I lost my passkey');
    const again = await page.locator('[data-number]').innerText();
    // The policy nonce has changed, so the number of the earlier recovery is no longer valid.
    expect(again).not.toBe(made.number);
    await approveBySheet(page, made.words);
    await approveAsFriend(made.key, again);
    world.service.clock.advanceSeconds(DAY_SECONDS + 60);
    await openSaved(newPhone(), owner.pid);
    await page.getByText('This passkey was made on this device').waitFor();
    await press(page, 'Finish the recovery');
    await send(page, 'Send', 'The wallet is yours again', 'Continue');
    await press(page, 'Back');
    const home = newPayer().address;
    await page.getByLabel('Everything that is left').uncheck();
    await page.getByLabel('How much').fill('0.5');
    await page.getByLabel('To which wallet').fill(home);
    await page.getByLabel('Secret key').fill(payer.secret);
    await press(page, 'Pay with this key');
    await press(page, 'Sign and send');
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    expect(await balanceOf(chain, toAddress(home))).toBe(500_000_000n);
    expect(asked).toEqual([]);
  });

  test('after its return, the service adopts an unknown passkey one day after it notified the owner', async () => {
    const { page, context } = newPhone();
    await context.unrouteAll();
    await page.clock.setSystemTime(world.service.clock.nowMillis());
    // The service knows the passkey only after the transaction is finalized.
    const signIn = async () => {
      await page.goto('/signin');
      await press(page, 'Sign in with a passkey');
      const refusal = page.getByText(/That passkey is not known here|learned of only now/);
      await refusal.waitFor();
      return refusal.innerText();
    };
    await expect.poll(signIn, { ...patience, interval: 1000 }).toContain('learned of only now');
    world.service.clock.advanceSeconds(DAY_SECONDS + 60);
    await page.clock.setSystemTime(world.service.clock.nowMillis());
    await press(page, 'Sign in with a passkey');
    await page.getByText('Sign in once with your login below').waitFor();
    await signInAtProvider(page, `${current().owner.pid.replace('@pid', '')}@example.com`);
    await press(page, 'Sign in with a passkey');
    await page.waitForURL('**/home', patience);
    await page.goto('/wallet');
    await page.getByRole('link', { name: 'Withdraw' }).waitFor();
  });
});
