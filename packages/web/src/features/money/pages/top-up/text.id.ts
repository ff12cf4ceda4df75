import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Isi saldo',
  lead: 'Pilih jumlah. Semua biaya terlihat sebelum kamu bayar.',
  amount: 'Jumlah',
  amountHint: 'Sebanyak ini saldomu bertambah.',
  amountFlaw: 'Berapa? Minimal Rp1.',
  picks: 'Jumlah umum',
  credited: 'Saldomu bertambah',
  fee: 'Biaya layanan',
  providerFee: 'Biaya pembayaran',
  total: 'Kamu bayar',
  range: (min, max) => `Antara ${min} dan ${max}.`,
  noWithdrawal:
    'Saldo Rupiah tidak bisa ditarik ke rekening bank: gunanya untuk game dan untuk dikirim ke pemain lain.',
  next: 'Lanjut ke checkout',
};
