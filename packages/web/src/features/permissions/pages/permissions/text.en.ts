import { permissionText } from '../../parts/text.en.ts';

export const text = {
  title: 'Permissions',
  lead: 'What apps can do with your accounts on Ethereum and similar blockchains, for how much and until when. You can revoke any of it.',
  groups: { pending: 'Waiting for your passkey', active: 'Active', ended: 'Ended' },
  statuses: { pending: 'Waiting', active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  emptyTitle: 'No permission given',
  emptyBody:
    'When you allow an app to act for you on Ethereum or a similar blockchain, it appears here with what it has used.',
  yourself: 'Created by you',
  given: 'Given',
  asked: 'Requested',
  ended: 'Ended',
  approveBy: 'Approve by',
  used: (spent: string, limit: string, unit: string) => `${spent} of ${limit} ${unit} used`,
  resets: 'resets',
  periods: { hour: 'This hour', day: 'Today', week: 'This week', month: 'This month' },
  coin: 'coin',
  baseUnits: 'base units',
  terms: 'All terms',
  approve: 'Approve',
  discard: 'Discard',
  revoke: 'Revoke',
  revokeTitle: (app: string) => `Revoke the permission of ${app}?`,
  discardTitle: 'Discard this request?',
  revokeBody:
    'It ends immediately for PID and the app, and cannot be restored. The app can ask you for a new one.',
  discardBody: 'It was never active. The app can ask you again.',
  revoked: 'The permission is revoked.',
  approved: 'The permission is active.',
  onChainTitle: 'One step is left on the blockchain',
  onChainBody:
    'PID and the app have ended it. To end it on the blockchain too, send this call from the account with your wallet.',
  onChainCall: 'Call to send',
  copyCall: 'Copy the call',
  permissionText,
};
export type Text = typeof text;
