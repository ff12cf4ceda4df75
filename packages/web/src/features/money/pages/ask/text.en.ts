export const text = {
  title: 'Receive money',
  lead: 'Show the code or send the link. Whoever opens it sees your name and decides.',
  amount: 'Amount (optional)',
  amountHint: 'Leave it empty to let them choose.',
  amountFlaw: 'This amount cannot be read.',
  note: 'Message (optional)',
  noteHint: 'Stands in their form, and they may change it.',
  code: (pid: string) => `QR code that leads to sending money to ${pid}`,
  link: 'Link',
  copy: 'Copy the link',
  share: 'Share',
  card: 'Your public page',
};
export type Text = typeof text;
