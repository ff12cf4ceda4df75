import { checkText } from './check-text.id.ts';
import { paymentText } from '../../parts/payment-text.id.ts';
import { moneyText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Bukti transaksi',
  sentTitle: 'Terkirim',
  sentLead: (pid) => `${pid} sudah menerimanya.`,
  from: 'Dari',
  to: 'Kepada',
  amount: 'Jumlah',
  fee: 'Biaya layanan',
  appFee: 'Biaya aplikasi',
  paid: 'Kamu bayar',
  received: 'Kamu terima',
  change: 'Perubahan saldomu',
  balanceAfter: 'Saldo setelahnya',
  fees: 'Biaya',
  app: 'Aplikasi',
  note: 'Pesan',
  item: 'Barang',
  reason: 'Alasan',
  history: 'Riwayat',
  when: 'Waktu',
  number: 'Nomor',
  copyNumber: 'Salin nomor',
  picture: 'Simpan sebagai gambar',
  print: 'Cetak',
  back: 'Lihat saldo',
  goneTitle: 'Bukti tidak ditemukan',
  goneBody: 'Tautannya salah, atau bukti ini milik orang lain.',
  ask: 'Tanya pengembang',
  askSubject: (reference, app) => `Pembayaran ${reference}, ${app}`,
  askBody: (id, reference, description) =>
    `\n\n--\nPembayaran: ${id}\nReferensi: ${reference}\nUntuk: ${description}`,
  noContact: 'Pengembang belum mencantumkan kontak. Tanyakan di aplikasinya dan sebutkan referensinya.',
  copyReference: 'Salin referensi',
  check: checkText,
  money: moneyText,
  payment: paymentText,
};
