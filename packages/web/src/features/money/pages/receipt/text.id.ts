import { moneyText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Bukti',
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
  balanceAfter: 'Saldo sesudahnya',
  fees: 'Biaya',
  app: 'Aplikasi',
  note: 'Pesan',
  when: 'Kapan',
  number: 'Nomor',
  copyNumber: 'Salin nomor',
  share: 'Bagikan gambar',
  print: 'Cetak',
  back: 'Lihat saldo',
  goneTitle: 'Bukti tidak ada',
  goneBody: 'Tautannya salah, atau bukti ini milik orang lain.',
  money: moneyText,
};
