export const text = {
  title: 'Player',
  send: 'Send money',
  edit: 'Edit my profile',
  own: 'This is your page, as others see it. Share it with anyone who wants to send you money.',
  code: (pid: string) => `QR code for the page of ${pid}`,
  shareCard: 'Share my card as a picture',
  shareCardFailed: 'This browser cannot draw the picture. Share the link instead.',
  share: 'Share',
  warning:
    'The name that ends in @pid is permanent. Check letter by letter that this is the player you mean.',
  goneTitle: 'Player not found',
  goneBody: 'Nobody has this name. Check the spelling.',
  home: 'Go to the start page',
};
export type Text = typeof text;
