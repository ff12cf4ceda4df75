export const text = {
  title: 'Player',
  send: 'Send money',
  code: (pid: string) => `QR code of the page of ${pid}`,
  share: 'Share',
  warning: 'The name in bold is permanent. Compare it letter by letter with whom you mean.',
  goneTitle: 'No such player',
  goneBody: 'Nobody has this name. Check the spelling.',
  home: 'To the start page',
};
export type Text = typeof text;
