export const text = {
  title: 'Create a payment',
  body: 'Creates a link that you send to the player. The money goes to the app.',
  reference: 'Reference',
  referenceHint: 'The reference from your system.',
  description: 'Description',
  descriptionHint: 'The player sees it before paying.',
  amount: 'Amount',
  link: 'Copy payment link',
  make: 'Create link',
  flaw: 'Fill in all fields. The amount is at least Rp1.',
  made: 'The link is ready. It can be paid for one day.',
};

export type AskText = typeof text;
