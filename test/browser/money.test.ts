import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { HttpClient } from '../../packages/server/test/http-client.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { confirmWithPasskey, journeys, patience } from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

/** Tops up with the sandbox provider, without a browser. */
async function fund(client: HttpClient, amount: number): Promise<void> {
  const { body } = await client.post('/v1/fiat/topups', { amount });
  await client.post(`/checkout/${body.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
}

const balanceOf = async (client: HttpClient) => (await client.get('/v1/fiat/balance')).body.balance;
const typesOf = async (client: HttpClient) =>
  (await client.get('/v1/fiat/statement')).body.items.map(({ type }: { type: string }) => type);

const shownBalance = (page: Page) => page.locator('[data-balance]').innerText();

/** The button accepts clicks after half a second, as a protection against clickjacking. */
const confirm = (page: Page, total: string) =>
  page.locator('button:not([aria-disabled])', { hasText: `Send ${total}` });

/** The server processes the request, but its response is lost. */
async function loseAnswers(
  page: Page,
  path: string,
): Promise<{ mend: () => Promise<void>; sent: () => number }> {
  let sent = 0;
  await page.route(`**${path}`, async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  return { mend: () => page.unroute(`**${path}`), sent: () => sent };
}

journeys('money', {}, (world) => {
  async function richPlayer(handle: string, amount = 100_000) {
    const device = await world.device();
    const player = await world.player(device, handle);
    await fund(player.client, amount);
    return { device, page: device.page, ...player };
  }

  test('one player sends another money: the fee is shown before, the receipt after, and both statements contain it', async () => {
    const { page, client, pid } = await richPlayer('sender_one');
    const friend = await newPlayer(world.service, 'friend_one');
    await page.goto('/home');
    await expect.poll(() => shownBalance(page), patience).toBe('Rp100,000');
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Who gets the money?').waitFor();
    await page.getByLabel('To').fill('Friend_One@pid');
    const amount = page.getByLabel('Amount');
    await amount.pressSequentially('25000.50');
    expect(await amount.inputValue()).toBe('25000.50');
    await amount.blur();
    await page.getByText('Rupiah have no cents.').waitFor();
    await amount.fill('');
    await amount.pressSequentially('1.5jt');
    await page.getByText('one million five hundred thousand rupiah').waitFor();
    await amount.fill('');
    await amount.pressSequentially('250000');
    // Backspace behind the separator, and Delete before it, remove a digit.
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'Delete']) await amount.press(key);
    expect(await amount.inputValue()).toBe('2,500');
    await amount.press('5');
    expect(await amount.inputValue()).toBe('25,500');
    await amount.press('Backspace');
    await amount.press('End');
    await amount.press('0');
    expect(await amount.inputValue()).toBe('25,000');
    await page.getByLabel('Message').fill('Lunch');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You pay').waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(
      /friend_one@pid[\s\S]*Rp25,000[\s\S]*Rp100[\s\S]*Rp25,100/,
    );

    // Back leads to the filled form, forward to the review.
    await page.goBack();
    await expect.poll(() => page.getByLabel('Amount').inputValue(), patience).toBe('25,000');
    await page.goForward();
    await confirm(page, 'Rp25,100').dblclick();
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
    await page.getByText('friend_one@pid has received it.').waitFor();
    expect([await balanceOf(client), await balanceOf(friend.client)]).toEqual([74_900, 25_000]);

    await page.getByRole('link', { name: 'See your balance' }).click();
    await expect.poll(() => shownBalance(page), patience).toBe('Rp74,900');
    await page.getByRole('link', { name: /^Sent to friend_one@pid/ }).click();
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();

    const theirs = await world.device();
    await theirs.context.addCookies([
      { name: 'pid_access', value: friend.client.cookie('pid_access') ?? '', url: world.service.baseUrl },
    ]);
    await theirs.page.goto('/money');
    await theirs.page.getByText(`From ${pid}`).click();
    const receipt = theirs.page.getByRole('main');
    await receipt.getByText('You received').waitFor();
    expect(await receipt.innerText()).toContain('Lunch');
    expect(await receipt.innerText()).not.toMatch(/\bfee\b/i);
  });

  test('repeats a send after a lost response with the same idempotency key, and pays once', async () => {
    const { page, client } = await richPlayer('sender_two');
    const friend = await newPlayer(world.service, 'friend_two');
    await page.goto('/send?to=friend_two@pid&amount=10000');
    await page.getByRole('button', { name: 'Continue' }).click();
    const lost = await loseAnswers(page, '/v1/fiat/sends');
    await confirm(page, 'Rp10,100').click();
    await page.getByText('we do not know yet whether it was sent').waitFor();
    expect(lost.sent()).toBe(3);
    await lost.mend();
    await confirm(page, 'Rp10,100').click();
    await page.getByText('friend_two@pid has received it.').waitFor();
    expect([await balanceOf(client), await balanceOf(friend.client)]).toEqual([89_900, 10_000]);
    expect(await typesOf(client)).toEqual(['send', 'topup']);
  });

  releaseTest(
    'a reopened page first offers to finish the send with the lost response, which pays once; the next send is new',
    async () => {
      const { page, client } = await richPlayer('sender_three');
      const friend = await newPlayer(world.service, 'friend_three');
      const review = '/send?to=friend_three@pid&amount=5000&step=review';
      await page.goto(review);
      const lost = await loseAnswers(page, '/v1/fiat/sends');
      await confirm(page, 'Rp5,100').click();
      await page.getByText('we do not know yet whether it was sent').waitFor();
      expect(await page.getByText('Nothing has moved yet').count()).toBe(0);
      await lost.mend();
      await page.goto('/send');
      await page.getByRole('heading', { name: 'Not finished yet' }).waitFor();
      await page.getByRole('button', { name: 'Finish it' }).click();
      await page.getByText('friend_three@pid has received it.').waitFor();
      expect(await balanceOf(friend.client)).toBe(5_000);

      await page.goto(review);
      await confirm(page, 'Rp5,100').click();
      // An equal send a moment later may be a mistake.
      await page.getByText('You sent Rp5,000 to friend_three@pid a moment ago').waitFor();
      expect(await balanceOf(friend.client)).toBe(5_000);
      await page.getByRole('button', { name: 'Yes, send again' }).click();
      await page.getByText('friend_three@pid has received it.').waitFor();
      expect([await balanceOf(client), await balanceOf(friend.client)]).toEqual([89_800, 10_000]);
    },
  );

  releaseTest('a review in a second tab asks for confirmation after the first tab has sent', async () => {
    const { page, device, client } = await richPlayer('sender_tabs');
    await newPlayer(world.service, 'friend_tabs');
    const second = await device.context.newPage();
    for (const tab of [page, second]) {
      await tab.goto('/send?to=friend_tabs@pid&amount=5000&step=review');
      await confirm(tab, 'Rp5,100').waitFor();
    }
    await confirm(page, 'Rp5,100').click();
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
    await confirm(second, 'Rp5,100').click();
    await second.getByText('You sent Rp5,000 to friend_tabs@pid a moment ago').waitFor();
    expect(await balanceOf(client)).toBe(94_900);
  });

  releaseTest(
    'tells a player what to do about a low balance, an unknown receiver and a send to themselves',
    async () => {
      const { page } = await richPlayer('sender_four', 1_000);
      await newPlayer(world.service, 'friend_four');
      await page.goto('/send?to=nobody_home@pid&amount=500&step=review');
      await page.getByText('There is no nobody_home@pid.').waitFor();
      await page.getByRole('link', { name: 'Change', exact: true }).click();
      await page.getByLabel('To').fill('friend_four');
      await page.getByLabel('Amount').fill('2000');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('You need Rp1,100 more.').waitFor();
      expect(await page.getByRole('button', { name: /^Send Rp/ }).count()).toBe(0);
      await page.getByRole('main').getByRole('link', { name: 'Top up' }).click();
      await expect.poll(() => page.getByLabel('Amount').inputValue(), patience).toBe('1,100');
      // All fees are shown before the checkout, which returns to this send.
      await page.getByText('Rp1,200').waitFor();
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.waitForURL('**/checkout/**');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByRole('link', { name: 'Back' }).click();
      await page.waitForURL('**/send?**step=review');
      await confirm(page, 'Rp2,100').waitFor();
      await page.goto('/home');
      await page.getByRole('heading', { name: 'Hello, sender_four' }).waitFor();
      await page.goto('/send?to=sender_four@pid&amount=5');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This is you. Choose someone else.').waitFor();
    },
  );

  releaseTest(
    'a large send to a new receiver requires the passkey; above the daily limit it is refused',
    async () => {
      const { page, client, device } = await richPlayer('sender_five', 300_000);
      const friend = await newPlayer(world.service, 'friend_five');
      await page.goto('/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('list', { name: 'Passkeys' }).waitFor();
      await page.goto('/send?to=friend_five@pid&amount=60000&step=review');
      await confirm(page, 'Rp60,100').click();
      await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByText('Cancel').click();
      expect(await balanceOf(friend.client)).toBe(0);
      // The refused send left nothing to finish.
      await page.reload();
      await device.authenticator.refuse();
      await confirm(page, 'Rp60,100').click();
      await confirmWithPasskey(page, 'Send Rp60,000 to friend_five@pid');
      await page.getByRole('dialog').getByText('The passkey was not used').waitFor();
      await device.authenticator.answerPrompts();
      await confirmWithPasskey(page, 'Send Rp60,000 to friend_five@pid');
      await page.getByText('friend_five@pid has received it.').waitFor();

      await client.patch('/v1/limits', { dailyLimit: 100_000 });
      await page.goto('/send?to=friend_five@pid&amount=40001&step=review');
      await confirm(page, 'Rp40,101').click();
      await page.getByText('Today you can still pay or send Rp40,000').waitFor();
      await page.reload();
      await confirm(page, 'Rp40,101').waitFor();
      expect([await balanceOf(client), await balanceOf(friend.client)]).toEqual([239_900, 60_000]);
    },
  );

  test('a top-up goes through the checkout page and is on the balance after the return', async () => {
    const device = await world.device();
    const { page } = device;
    const { client } = await world.player(device, 'payer_one');
    await page.goto('/top-up');
    await page.getByRole('button', { name: 'Rp50,000', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL('**/checkout/**');
    await expect.poll(() => page.getByRole('timer').innerText(), patience).toMatch(/Time left 23:5\d:\d\d/);
    expect(await page.getByRole('main').innerText()).toMatch(/Rp50,100[\s\S]*Rp50,000[\s\S]*Rp100/);

    // After leaving the checkout, the money page shows the pending top-up.
    await page.getByRole('link', { name: 'See your balance' }).click();
    await page.getByText('Your top-up of Rp50,000 is waiting for payment.').waitFor();
    await page.getByRole('link', { name: 'Continue to pay' }).click();
    await page.getByRole('button', { name: 'Pay Rp50,100' }).dblclick();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.getByRole('link', { name: 'See your balance' }).click();
    await page.getByText('Your top-up of Rp50,000 has arrived.').waitFor();
    await expect.poll(() => shownBalance(page), patience).toBe('Rp50,000');
    expect(await typesOf(client)).toEqual(['topup']);
    await page.getByRole('link', { name: /^Top-up/ }).click();
    await page.getByText('New balance').waitFor();
  });

  test('the checkout accepts the payment without scripts, in the requested language', async () => {
    const { client } = await newPlayer(world.service, 'payer_two');
    const { body } = await client.post('/v1/fiat/topups', { amount: 30_000 });
    const { page } = await world.device({ javaScriptEnabled: false, locale: 'id-ID' });
    await page.goto(body.checkoutUrl);
    await page.getByText('Bayar sebelum').waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Pay Rp30,100' }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(await balanceOf(client)).toBe(30_000);
  });

  releaseTest('a failed top-up is shown with a link to try again', async () => {
    const { client } = await newPlayer(world.service, 'payer_three');
    const { body } = await client.post('/v1/fiat/topups', { amount: 30_000 });
    const { page } = await world.device({ javaScriptEnabled: false });
    await page.goto(body.checkoutUrl);
    await page.getByRole('button', { name: 'Simulate a failed payment' }).click();
    await page.getByText('Nothing was charged.').waitFor();
    expect(await page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(
      '/top-up?amount=30000',
    );
    expect(await balanceOf(client)).toBe(0);
  });

  releaseTest('the statement can be filtered by days and downloaded', async () => {
    const { page } = await richPlayer('bookkeeper', 40_000);
    await page.goto('/money');
    await page.getByRole('link', { name: /^Top-up/ }).waitFor();
    await page.getByRole('img', { name: /^Balance from .* highest Rp40,000\.$/ }).waitFor();
    await page.getByLabel('Period').selectOption('custom');
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('No entries in this period').waitFor();
    await page.reload();
    await page.getByText('No entries in this period').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('link', { name: /^Top-up/ }).waitFor();
    await page.getByLabel('Direction').selectOption('out');
    await page.getByText('No results').waitFor();
    await page.getByLabel('Direction').selectOption('in');
    await page.getByLabel('Search the statement').fill('Rp40,000');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: /^Top-up/ }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('statement.csv');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toMatch(
      /^\uFEFFcreatedAt,id,type,amount[^\n]*\n[^\n]*,topup,40000,/,
    );
  });

  releaseTest('the checkout page shows when the time limit is reached', async () => {
    const { client } = await newPlayer(world.service, 'payer_late');
    const { body } = await client.post('/v1/fiat/topups', { amount: 30_000 });
    const { page } = await world.device();
    await page.clock.install();
    await page.goto(body.checkoutUrl);
    await page.getByRole('timer').waitFor();
    world.service.clock.advanceSeconds(86_401);
    await page.clock.fastForward(86_401_000);
    await page.clock.runFor(3_000);
    await page.getByRole('heading', { name: 'Top-up expired' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });
});
