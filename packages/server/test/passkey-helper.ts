import type { Answer, HttpClient } from './http-client.ts';
import {
  createSoftPasskey,
  type Overrides,
  type SoftPasskey,
  type SoftPasskeyOptions,
} from './soft-passkey.ts';
import type { TestService } from './test-service.ts';

/**
 * Creates a passkey and registers it at the service. The response says whether it is active or waits for
 * approval.
 */
export async function registerSoftPasskey(
  client: HttpClient,
  options: Partial<SoftPasskeyOptions> & { overrides?: Overrides; name?: string } = {},
): Promise<{ passkey: SoftPasskey; answer: Answer }> {
  const { overrides, name, ...device } = options;
  const passkey = createSoftPasskey({ origin: client.baseUrl, ...device });
  const creation = await client.call('passkeyCreationOptions');
  const answer = await client.post('/v1/passkeys', {
    response: passkey.register(creation, overrides),
    ...(name === undefined ? {} : { name }),
  });
  return { passkey, answer };
}

/** Registers the first passkey of a player, which is active immediately. */
export async function givePasskey(
  client: HttpClient,
  options: Partial<SoftPasskeyOptions> & { name?: string } = {},
): Promise<SoftPasskey & { id: string }> {
  const { passkey, answer } = await registerSoftPasskey(client, options);
  if (answer.status !== 201 || answer.body.status !== 'active')
    throw new Error(`passkey not active: ${answer.text}`);
  return Object.assign(passkey, { id: String(answer.body.id) });
}

/** Registers a further passkey, approved by `approver` in the session of `client`. */
export async function giveFurtherPasskey(
  client: HttpClient,
  approver: SoftPasskey,
  options: Partial<SoftPasskeyOptions> & { name?: string } = {},
): Promise<SoftPasskey & { id: string }> {
  const { passkey, answer } = await registerSoftPasskey(client, options);
  if (answer.body.status !== 'pending_approval') throw new Error(`passkey not pending: ${answer.text}`);
  const approval = { id: String(answer.body.approvalId) };
  const assertion = approver.assert(await client.call('credentialApprovalOptions', approval));
  const { id } = await client.call('approveCredential', { ...approval, assertion });
  return Object.assign(passkey, { id });
}

/** Removes a passkey with its own signature. */
export async function removeOwnPasskey(
  client: HttpClient,
  passkey: SoftPasskey & { id: string },
): Promise<Answer> {
  const options = await client.call('passkeyRevocationOptions', { id: passkey.id });
  return client.delete(`/v1/passkeys/${passkey.id}`, { assertion: passkey.assert(options) });
}

/** Signs in with a passkey in a new browser or in the given one. */
export async function signInWithSoftPasskey(
  service: TestService,
  passkey: SoftPasskey,
  overrides: Overrides = {},
  client = service.client(),
): Promise<{ client: HttpClient; answer: Answer }> {
  const options = await client.call('passkeySignInOptions');
  const answer = await client.post('/v1/auth/passkey', { response: passkey.login(options, overrides) });
  return { client, answer };
}
