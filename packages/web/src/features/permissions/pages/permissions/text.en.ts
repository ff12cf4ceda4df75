import { permissionText } from '../../parts/text.en.ts';

export const text = {
  title: 'Permissions',
  lead: 'What apps may do with your accounts on Ethereum and similar chains, for how much and until when. You can take any of it back.',
  groups: { pending: 'Waiting for your passkey', active: 'Active', ended: 'Ended' },
  statuses: { pending: 'Waiting', active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  emptyTitle: 'No permission given',
  emptyBody:
    'When an app asks to act for you on an Ethereum-like chain and you allow it, it shows up here, with what it has used.',
  yourself: 'Made by yourself',
  given: 'Given',
  asked: 'Asked',
  ended: 'Ended',
  approveBy: 'Approve until',
  used: (spent: string, limit: string, unit: string) => `${spent} of ${limit} ${unit} used`,
  resets: 'begins anew',
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
    'It ends at once for PID and for the app, and cannot come back. The app may ask you for a new one.',
  discardBody: 'It was never active. The app may ask you again.',
  revoked: 'The permission is revoked.',
  approved: 'The permission is active.',
  onChainTitle: 'One step is left on the chain',
  onChainBody:
    'PID and the app have ended it. To end it on the chain too, send this call from the account itself with your wallet.',
  onChainCall: 'Call to send',
  copyCall: 'Copy the call',
  permissionText,
};
export type Text = typeof text;
