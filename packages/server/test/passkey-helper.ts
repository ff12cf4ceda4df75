import type { Answer, HttpClient } from './http-client.ts';
import {
  createSoftPasskey,
  type Overrides,
  type SoftPasskey,
  type SoftPasskeyOptions,
} from './soft-passkey.ts';
import type { TestService } from './test-service.ts';

/** Makes a passkey and asks the service to register it; the answer says whether it is active or waits. */
export async function registerSoftPasskey(
  client: HttpClient,
  options: Partial<SoftPasskeyOptions> & { overrides?: Overrides; name?: string } = {},
): Promise<{ passkey: SoftPasskey; answer: Answer }> {
  const { overrides, name, ...device } = options;
  const passkey = createSoftPasskey({ origin: client.baseUrl, ...device });
  const creation = await client.post('/v1/passkeys/options');
  if (creation.status !== 200) throw new Error(`creation options refused: ${creation.text}`);
  const answer = await client.post('/v1/passkeys', {
    response: passkey.register(creation.body, overrides),
    ...(name === undefined ? {} : { name }),
  });
  return { passkey, answer };
}

/** The first passkey of a player, active at once. */
export async function givePasskey(
  client: HttpClient,
  options: Partial<SoftPasskeyOptions> & { name?: string } = {},
): Promise<SoftPasskey & { id: string }> {
  const { passkey, answer } = await registerSoftPasskey(client, options);
  if (answer.status !== 201 || answer.body.status !== 'active')
    throw new Error(`passkey not active: ${answer.text}`);
  return Object.assign(passkey, { id: String(answer.body.id) });
}

/** A further passkey, approved by `approver` in the session of `client`. */
export async function giveFurtherPasskey(
  client: HttpClient,
  approver: SoftPasskey,
  options: Partial<SoftPasskeyOptions> & { name?: string } = {},
): Promise<SoftPasskey & { id: string }> {
  const { passkey, answer } = await registerSoftPasskey(client, options);
  if (answer.body.status !== 'pending_approval') throw new Error(`passkey not pending: ${answer.text}`);
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const request = await client.post(`${approval}/options`);
  const approved = await client.post(`${approval}/approve`, { assertion: approver.assert(request.body) });
  if (approved.status !== 200) throw new Error(`approval refused: ${approved.text}`);
  return Object.assign(passkey, { id: String(approved.body.id) });
}

/** Removes a passkey by its own signature. */
export async function removeOwnPasskey(
  client: HttpClient,
  passkey: SoftPasskey & { id: string },
): Promise<Answer> {
  const options = await client.post(`/v1/passkeys/${passkey.id}/revocation`);
  return client.delete(`/v1/passkeys/${passkey.id}`, { assertion: passkey.assert(options.body) });
}

/** Signs in with a passkey in a browser of its own, or in the one given. */
export async function signInWithSoftPasskey(
  service: TestService,
  passkey: SoftPasskey,
  overrides: Overrides = {},
  client = service.client(),
): Promise<{ client: HttpClient; answer: Answer }> {
  const options = await client.post('/v1/auth/passkey/options');
  const answer = await client.post('/v1/auth/passkey', { response: passkey.login(options.body, overrides) });
  return { client, answer };
}
