import { progressText } from '../../parts/text.id.ts';
import type { WalletProgressText } from './progress.en.ts';

export const text: WalletProgressText = {
  ...progressText,
  confirmed: 'Terkonfirmasi',
  back: 'Kembali ke dompet',
  summary: (amount, to) => `${amount} ke ${to}`,
  toPasskey: (name) => `Ke ${name}`,
};
