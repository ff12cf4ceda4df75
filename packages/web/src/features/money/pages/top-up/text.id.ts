import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Isi saldo',
  lead: 'Pilih jumlah. Semua biaya terlihat sebelum kamu bayar.',
  amount: 'Jumlah',
  amountHint: 'Saldomu bertambah sebanyak ini.',
  amountFlaw: 'Berapa? Minimal Rp1.',
  picks: 'Jumlah umum',
  credited: 'Kamu terima',
  fee: 'Biaya layanan',
  providerFee: 'Biaya pembayaran',
  total: 'Kamu bayar',
  range: (min, max) => `Antara ${min} dan ${max}.`,
  returnTooLong:
    'Setelah membayar, kamu tiba di halaman saldo: alamat halaman asalmu terlalu panjang untuk kembali otomatis. Buka lagi halaman itu sendiri.',
  noWithdrawal:
    'Saldo Rupiah tidak bisa ditarik ke rekening bank. Saldo ini untuk game dan untuk dikirim ke pemain lain.',
  next: 'Lanjut ke pembayaran',
  appFee: 'Biaya aplikasi',
};
