import { progressText } from '../../parts/text.en.ts';

export const text = {
  ...progressText,
  confirmed: 'Confirmed',
  back: 'Back to the wallet',
  summary: (amount: string, to: string) => `${amount} to ${to}`,
  toPasskey: (name: string) => `To ${name}`,
};
export type WalletProgressText = typeof text;
