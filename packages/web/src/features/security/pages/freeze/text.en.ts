export const text = {
  title: 'Freeze',
  frozenLead: 'Somebody with a link from one of your mails said “this was not me”.',
  until: 'It ends by itself',
  stoppedTitle: 'Frozen until then',
  stopped: [
    'sending money and confirming payments',
    'payouts of your apps and new app secrets',
    'unlinking logins, raising limits and deleting your identity',
  ],
  freeTitle: 'Not frozen',
  free: [
    'looking at everything and signing in',
    'signing devices out, removing passkeys, denying and declining',
    'your wallet: it is on the chain and yours',
  ],
  liftTitle: 'Lift it now',
  lift: 'If all is well, lift it with both: a sign-in of the last ten minutes and one of your passkeys. Every link in earlier mails is dead then.',
  liftButton: 'Lift the freeze',
  lifted: 'The freeze is lifted',
  noPasskey:
    'You have no passkey that can confirm this, so the freeze ends by itself. A passkey that is added now counts later, because whoever frightened you might add one too.',
  nothingTitle: 'Nothing is frozen',
  nothing: 'Everything works as ever.',
  security: 'Look at passkeys and logins',
};

export type Text = typeof text;
