export const text = {
  title: 'Receive money',
  lead: 'Show the code or send the link. The other player opens it, sees your name and pays.',
  amount: 'Amount (optional)',
  amountHint: 'Leave it empty to let the sender choose.',
  note: 'Message (optional)',
  noteHint: 'The sender sees it and can change it.',
  code: (pid: string) => `QR code for sending money to ${pid}`,
  unreadable: 'The code appears when the amount is readable.',
  link: 'Link',
  copy: 'Copy the link',
  share: 'Share',
  card: 'Your public page',
};
export type Text = typeof text;
