import { expect, test } from 'vitest';
import { confirmWithPasskey, journeys, patience, shared } from './support/journey.ts';

const phone = { viewport: { width: 360, height: 740 } };

journeys('the members of an app', shared, (world) => {
  test('the owner invites a developer, who accepts, changes the app and is removed', async () => {
    const [ownersDevice, membersDevice] = [await world.device(phone), await world.device(phone)];
    const { client, pid: ownerPid } = await world.player(ownersDevice, 'team_owner');
    const { body: app } = await client.post('/v1/apps', { name: 'Team Paddle', origins: [] });
    const owner = ownersDevice.page;
    await owner.goto('/security');
    await owner.getByRole('button', { name: 'Add a passkey' }).click();
    await owner.getByText('This is your only passkey').waitFor();
    const { pid, handle } = await world.player(membersDevice, 'team_member');
    const member = membersDevice.page;

    await owner.goto(`/apps/${app.client_id}`);
    await owner.getByRole('link', { name: 'Team', exact: true }).click();
    const inviting = owner.getByRole('region', { name: 'Invite someone' });
    await inviting.getByLabel('Player name').fill('nobody_at_all');
    await inviting.getByRole('button', { name: 'Invite' }).click();
    await confirmWithPasskey(owner, 'Invite nobody_at_all@pid to the app');
    await inviting.getByText('There is no player with this name.').waitFor();
    // By keyboard: the form is sent from its field.
    await inviting.getByLabel('Player name').fill(`${handle}@pid`);
    await inviting.getByLabel('Player name').press('Enter');
    await confirmWithPasskey(owner, `Invite ${pid} to the app ${app.client_id} as developer`);
    const list = owner.getByRole('list', { name: 'Members' });
    await list.getByText(pid).waitFor();
    await list.getByText('Invited', { exact: true }).waitFor();

    await member.goto('/notices');
    await member.getByText(`${ownerPid} invites you to the app “Team Paddle”`).click();
    await member.getByRole('button', { name: 'Accept the invitation to Team Paddle' }).click();
    await member.getByText('You now belong to Team Paddle.').waitFor();
    await member.getByRole('link', { name: 'Team Paddle' }).click();
    await member.getByRole('heading', { name: 'Team Paddle' }).waitFor();
    await member.getByText('Your role').waitFor();
    await member.getByLabel('Name', { exact: true }).fill('Team Racket');
    await member.getByRole('button', { name: 'Save changes' }).click();
    await member.getByText('Saved.').waitFor();
    expect((await client.get(`/v1/apps/${app.client_id}`)).body.name).toBe('Team Racket');
    // A developer neither moves money nor deletes the app.
    for (const name of ['Pay out', 'Add money', 'Delete the app'])
      expect([name, await member.getByRole('button', { name }).count()]).toEqual([name, 0]);
    await member.goto(`/apps/${app.client_id}/members`);
    await member.getByRole('heading', { name: 'Leave this app' }).waitFor();
    expect(await member.getByRole('button', { name: 'Invite' }).count()).toBe(0);

    await owner.goto('/security?tab=activity');
    await owner.getByText(`by ${pid}`).first().waitFor();
    await owner.goto(`/apps/${app.client_id}/members`);
    await owner.getByRole('button', { name: `Remove ${pid}` }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await confirmWithPasskey(owner, `Remove ${pid} from the app ${app.client_id}`);
    await owner.getByText(`${pid} was removed.`).waitFor();
    await expect.poll(() => owner.getByRole('button', { name: /^Remove / }).count(), patience).toBe(0);
    await member.reload();
    await member.getByText('App not found').waitFor();
    await member.goto('/apps');
    await member.getByText('No app yet').waitFor();
  });

  test('the owner gives the app away, and the new owner reads in Indonesian what that means', async () => {
    const [ownersDevice, buyersDevice] = [
      await world.device(phone),
      await world.device({ ...phone, locale: 'id-ID' }),
    ];
    const { client, pid: ownerPid } = await world.player(ownersDevice, 'team_seller');
    const { body: app } = await client.post('/v1/apps', { name: 'Sold Paddle', origins: [] });
    const { client: buyer, pid, handle } = await world.player(buyersDevice, 'team_buyer');
    const owner = ownersDevice.page;
    await owner.goto(`/apps/${app.client_id}/members`);
    const transfer = owner.getByRole('region', { name: 'Give the app to someone else' });
    await transfer.getByLabel('Player name').fill(handle);
    await transfer.getByRole('button', { name: 'Ask them to take over' }).click();
    const asking = owner.getByRole('dialog', { name: `Give this app to ${pid}?` });
    await asking.getByRole('button', { name: 'Ask them to take over' }).click();
    await owner.getByText(`${pid} was asked to take over.`).waitFor();
    await owner.getByRole('button', { name: `Withdraw the invitation of ${pid}` }).waitFor();

    const { page } = buyersDevice;
    await page.goto('/apps');
    await page.getByText(`${ownerPid} memintamu menjadi pemilik aplikasi ini`).waitFor();
    await page.getByRole('button', { name: 'Terima undangan ke Sold Paddle' }).click();
    const taking = page.getByRole('dialog', { name: 'Ambil alih Sold Paddle?' });
    await taking.getByText('Pemilik sebelumnya tahu rahasia aplikasinya').waitFor();
    await taking.getByRole('button', { name: 'Terima' }).click();
    await page.getByRole('link', { name: 'Sold Paddle' }).waitFor();
    expect((await buyer.get(`/v1/apps/${app.client_id}`)).body.role).toBe('owner');
    // The page of the former owner is still open.
    await owner.getByRole('button', { name: `Withdraw the invitation of ${pid}` }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await owner.getByRole('dialog').getByText('There is no such app.').waitFor();
  });
});
