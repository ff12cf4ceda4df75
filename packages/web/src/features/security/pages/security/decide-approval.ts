import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import type { RequestOptions } from '../../../../kit/passkeys/ceremony.ts';

/** An existing passkey signs over the new one's public key, so approving this one approves no other. */
export async function approvePasskey(approvalId: string): Promise<void> {
  const path = `/v1/credential-approvals/${approvalId}`;
  const options = await api.post<RequestOptions>(`${path}/options`);
  const assertion = await signWithPasskey(options);
  await api.post(`${path}/approve`, { assertion });
}

export async function denyPasskey(approvalId: string): Promise<void> {
  await api.post(`/v1/credential-approvals/${approvalId}/deny`);
}
