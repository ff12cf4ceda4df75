import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';

/** An existing passkey signs over the new one's public key, so approving this one approves no other. */
export async function approvePasskey(approvalId: string): Promise<void> {
  const assertion = await signWithPasskey(await api.call('credentialApprovalOptions', { id: approvalId }));
  await api.call('approveCredential', { id: approvalId, assertion });
}

export async function denyPasskey(approvalId: string): Promise<void> {
  await api.call('denyCredential', { id: approvalId });
}
