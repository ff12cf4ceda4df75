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
  one: 'Pembayaran',
  onlyApp: 'Aplikasi',
  everyApp: 'Semua aplikasi',
  noneTitle: 'Belum ada pembayaran',
  noneBody: 'Yang kamu bayar di game dan aplikasi muncul di sini.',
  goneBody: 'Kamu tidak punya pembayaran itu.',
  showAll: 'Tampilkan semua',
  itself: (app) => `${app} sendiri`,
  ask: 'Tanya pengembang',
  askSubject: (reference, app) => `Pembayaran ${reference}, ${app}`,
  askBody: (id, reference, description) =>
    `\n\n--\nPembayaran: ${id}\nReferensi: ${reference}\nUntuk: ${description}`,
  noContact: 'Pengembang belum mencantumkan kontak. Tanyakan di aplikasinya dan sebutkan referensinya.',
  copy: 'Salin referensi',
  payment: paymentText,
};
