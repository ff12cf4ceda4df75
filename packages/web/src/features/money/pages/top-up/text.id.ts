import { linkText } from '../../parts/link-text.id.ts';
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
  noWithdrawal:
    'Saldo Rupiah tidak bisa ditarik ke rekening bank: gunanya untuk game dan untuk dikirim ke pemain lain.',
  next: 'Lanjut ke checkout',
  appFee: 'Biaya aplikasi',
  pendingTitle: 'Masih diproses',
  pendingBody: (amount) => `${amount} belum masuk. Halaman ini otomatis berubah begitu uangnya masuk.`,
  pendingOpen: 'Lanjut membayar',
  failedTitle: 'Tidak terbayar',
  failedBody: 'Tidak ada yang ditagih. Kamu bisa coba lagi.',
  again: 'Coba lagi',
  paidTitle: 'Isi saldo sudah masuk',
  paidBody: (amount) => `${amount} sudah ada di saldomu.`,
  link: linkText,
};
