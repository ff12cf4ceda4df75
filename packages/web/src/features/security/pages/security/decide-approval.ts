import type { Assertion, RequestOptions } from '@pid/contract';
import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { tellKeepers } from '../../parts/passkeys/tell-keepers.ts';
import type { CredentialApproval } from '../../parts/shapes.ts';

type Waiting = Pick<CredentialApproval, 'id' | 'credentialId'>;

/** The challenge speaks of the waiting passkey; signed by that itself it proves that its device holds it. */
function signAsNew(options: RequestOptions, credentialId: string): Promise<Assertion> {
  return signWithPasskey({ ...options, allowCredentials: [{ id: credentialId, type: 'public-key' }] });
}

/** Both passkeys are at hand: the second finger saves a sign-in before a wallet is handed over, and nobody has to give it. */
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

/** On the new device, while another one decides. */
export async function proveHere({ id, credentialId }: Waiting): Promise<void> {
  const options = await api.call('credentialApprovalOptions', { id });
  await api.call('proveCredential', { id, newAssertion: await signAsNew(options, credentialId ?? '') });
}

/** An existing passkey signs over the new one's public key, so approving this one approves no other. */
export async function approvePasskey(approvalId: string): Promise<void> {
  const assertion = await signWithPasskey(await api.call('credentialApprovalOptions', { id: approvalId }));
  await api.call('approveCredential', { id: approvalId, assertion });
}

export async function denyPasskey(approvalId: string): Promise<void> {
  await api.call('denyCredential', { id: approvalId });
  tellKeepers();
}
