import type { AppRole, MemberRole } from '@pid/contract/app-roles';
import { newApp } from '../../../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../../../test/http-client.ts';
import { newPlayer } from '../../../../test/sign-in-helper.ts';
import type { TestService } from '../../../../test/test-service.ts';

export type Player = Awaited<ReturnType<typeof newPlayer>>;

/** Status and error code of a response. */
export const told = ({ status, headers }: Answer): string =>
  `${status} ${headers.get('pid-error') ?? ''}`.trim();

/** The open invitations of a player, newest first. */
export async function invitationsOf(client: HttpClient) {
  return (await client.call('listAppInvitations', {})).items;
}

export async function answer(client: HttpClient, decision: 'accept' | 'decline'): Promise<Answer> {
  const [invitation] = await invitationsOf(client);
  return client.post(`/v1/app-invitations/${invitation?.id ?? '00000000-0000-4000-8000-000000000000'}`, {
    decision,
  });
}

/** Makes a player a member of an app, as the owner and the player do. */
export async function addMember(
  owner: HttpClient,
  clientId: string,
  player: Player,
  role: MemberRole,
): Promise<void> {
  await owner.call('inviteMember', { client_id: clientId, pid: player.pid, role });
  const answered = await answer(player.client, 'accept');
  if (answered.status !== 200) throw new Error(`not accepted: ${answered.text}`);
}

/** An app with an owner, a developer, a finance member, and a stranger. */
export async function openTeam(service: TestService) {
  const [owner, developer, finance, stranger] = [
    await newPlayer(service),
    await newPlayer(service),
    await newPlayer(service),
    await newPlayer(service),
  ];
  const app = await newApp(owner.client);
  await addMember(owner.client, app.clientId, developer, 'developer');
  await addMember(owner.client, app.clientId, finance, 'finance');
  return {
    app,
    clientId: app.clientId,
    path: `/v1/apps/${app.clientId}`,
    owner,
    developer,
    finance,
    stranger,
  };
}

/** Gives the app to another player. */
export async function handOver(owner: HttpClient, clientId: string, to: Player): Promise<Answer> {
  await owner.call('transferApp', { client_id: clientId, pid: to.pid });
  return answer(to.client, 'accept');
}

export async function membersOf(client: HttpClient, clientId: string) {
  const { items } = await client.call('listMembers', { client_id: clientId });
  return items.map(({ pid, role, status }): [string, AppRole, string] => [pid, role, status]);
}

export async function noticesOf(client: HttpClient, prefix: string) {
  const { items } = await client.call('listNotices', { limit: 100 });
  return items.filter(({ type }) => type.startsWith(prefix)).map(({ type, data }) => ({ type, ...data }));
}

export async function activityOf(client: HttpClient, target: string) {
  const { items } = await client.call('listActivity', { limit: 100 });
  return items.filter((item) => item.target === target);
}
