import type { Assertion, RequestOptions } from '@pid/contract';
import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { tellKeepers } from '../../../../kit/passkeys/tell-keepers.ts';
import type { CredentialApproval } from '../../../../kit/api/shapes.ts';

type Waiting = Pick<CredentialApproval, 'id' | 'credentialId'>;

/** The challenge names the waiting passkey. That passkey's signature proves that its device holds it. */
function signAsNew(options: RequestOptions, credentialId: string): Promise<Assertion> {
  return signWithPasskey({ ...options, allowCredentials: [{ id: credentialId, type: 'public-key' }] });
}

/**
 * Both passkeys are on this device. The optional second signature saves a sign-in before a wallet is handed
 * over.
 */
export async function approveHere({ id, credentialId }: Waiting): Promise<void> {
  const options = await api.call('credentialApprovalOptions', { id });
  const assertion = await signWithPasskey(options);
  const newAssertion =
    credentialId === null ? null : await signAsNew(options, credentialId).catch(() => null);
  await api.call('approveCredential', {
    id,
    assertion,
    ...(newAssertion === null ? {} : { newAssertion }),
  });
}

/** Called on the new device while another device decides. */
export async function proveHere({ id, credentialId }: Waiting): Promise<void> {
  const options = await api.call('credentialApprovalOptions', { id });
  await api.call('proveCredential', { id, newAssertion: await signAsNew(options, credentialId ?? '') });
}

/**
 * An existing passkey signs the new one's public key, so this approval cannot be used for another passkey.
 */
export async function approvePasskey(approvalId: string): Promise<void> {
  const assertion = await signWithPasskey(await api.call('credentialApprovalOptions', { id: approvalId }));
  await api.call('approveCredential', { id: approvalId, assertion });
}

export async function denyPasskey(approvalId: string): Promise<void> {
  await api.call('denyCredential', { id: approvalId });
  tellKeepers();
}
