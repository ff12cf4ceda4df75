import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Isi saldo',
  lead: 'Pilih jumlah. Semua biaya terlihat sebelum kamu bayar.',
  amount: 'Jumlah',
  amountHint: 'Sebanyak ini saldomu bertambah.',
  amountFlaw: 'Berapa? Minimal Rp1.',
  picks: 'Jumlah umum',
  next: 'Lanjut ke checkout',
};
