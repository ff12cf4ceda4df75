import { paymentText } from '../../parts/payment-text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pembayaran ke aplikasi',
  lead: 'Yang kamu bayar di aplikasi, dan tempat kamu bisa bertanya.',
  byApp: 'Per aplikasi',
  count: (count) => `${count} pembayaran`,
  held: (amount) => `${amount} ditahan`,
  refunded: (amount) => `${amount} dikembalikan`,
  payments: 'Pembayaran',
  onlyApp: 'Aplikasi',
  everyApp: 'Semua aplikasi',
  noneTitle: 'Belum ada pembayaran',
  noneBody: 'Yang kamu bayar di game dan aplikasi muncul di sini.',
  payment: paymentText,
};
