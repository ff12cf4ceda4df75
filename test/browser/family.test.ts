import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { identityOf, openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { confirmWithPasskey, journeys } from './support/journey.ts';
import { picture, press } from './support/phone.ts';

const phone = { viewport: { width: 360, height: 740 } };
const settings = { PID_ADMINS: 'ratu@pid', PID_AGE_GATE: 'ask', PID_CONTACT: 'help@game.example' };

journeys('family', settings, (world) => {
  test('a child invites a parent, who sets rules, and asks for an approval', async () => {
    const thisYear = new Date().getFullYear();
    const born = async (device: Awaited<ReturnType<typeof world.device>>, handle: string, years: number) => {
      await world.player(device, handle);
      const { page } = device;
      await page.goto('/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('This is your only passkey').waitFor();
      await page.goto('/home');
      await page.getByLabel('Month', { exact: true }).selectOption('03');
      await page.getByLabel('Year', { exact: true }).selectOption(String(thisYear - years));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Yes, save' }).click();
      await page.getByText('In which month were you born?').waitFor({ state: 'detached' });
    };
    const [child, parent] = [await world.device(phone), await world.device(phone)];
    await born(child, 'budi_kid', 11);
    await born(parent, 'ibu_budi', 40);

    await picture(child.page, 'family-home');
    await child.page.getByRole('link', { name: 'Open Family' }).click();
    await child.page.getByRole('button', { name: 'Make a code' }).click();
    await confirmWithPasskey(child.page, 'Make a code with which a parent joins your family');
    const code = await child.page.locator('[data-code]').innerText();

    await parent.page.goto('/family');
    await parent.page.getByLabel('Code').fill(code);
    await parent.page.getByRole('button', { name: 'Continue' }).click();
    await parent.page.getByText('Add budi_kid@pid?').waitFor();
    await parent.page.getByRole('button', { name: 'Add with passkey' }).click();
    await confirmWithPasskey(parent.page, 'Become a parent with a code, and set the rules');
    await parent.page.getByRole('region', { name: 'budi_kid@pid' }).getByText('Rp100,000').waitFor();
    await picture(parent.page, 'family-parent');

    await child.page.reload();
    await child.page.getByRole('region', { name: 'Your parents' }).getByText('ibu_budi@pid').waitFor();
    await child.page.getByText('touch your wallet or your balance').waitFor();
    await child.page.getByText('Automatic payments that you allow: app, amount and period').waitFor();
    await picture(child.page, 'family-child');
    expect(
      await child.page.getByRole('link', { name: 'help@game.example' }).first().getAttribute('href'),
    ).toBe('mailto:help@game.example');

    // A payment beyond the rules: the child asks, the parent approves with the passkey, the child pays.
    const shop = await openShop(world.service);
    await fund(world.service.db, await identityOf(world.service, 'budi_kid'), 100_000n);
    const payment = (await shop.create({ amount: 30_000, description: 'A golden sword' })).body;
    await child.page.goto(`/pay/${payment.id}`);
    await press(child.page, /^Pay Rp/u);
    await child.page.getByRole('button', { name: 'Ask your parents' }).click();
    await child.page.getByText('Your parents have been told').waitFor();
    await picture(child.page, 'family-ask');
    await parent.page.goto('/family');
    await picture(parent.page, 'family-asked');
    await press(parent.page, 'Approve with passkey');
    await confirmWithPasskey(parent.page, 'Approve a payment of your child');
    await parent.page.getByText('Approved. Your child can pay now.').waitFor();
    await press(child.page, /^Pay Rp/u);
    await child.page.getByText('You paid').waitFor();

    // The operator no longer asks for ages: the rules of this family remain, and its pages too.
    const off = await startTestService({ ...settings, PID_AGE_GATE: 'off' }, world.service);
    const stranger = await world.device();
    await world.player(stranger);
    for (const { page } of [child, parent, stranger]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${off.baseUrl}/home`);
      await page.getByRole('link', { name: 'Games', exact: true }).first().waitFor();
    }
    const entry = ({ page }: typeof child) => page.getByRole('link', { name: 'Family', exact: true });
    for (const device of [child, parent]) await entry(device).first().waitFor();
    expect(await entry(stranger).count()).toBe(0);
    await child.page.goto(`${off.baseUrl}/family`);
    await child.page.getByRole('region', { name: 'Your parents' }).getByText('ibu_budi@pid').waitFor();
    await stranger.page.goto(`${off.baseUrl}/family`);
    await stranger.page.getByText('This service does not ask for ages').waitFor();
    expect(await stranger.page.getByText('In which month were you born?').count()).toBe(0);
  });
});
