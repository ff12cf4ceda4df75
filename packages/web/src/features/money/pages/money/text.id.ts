import { moneyText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Saldo Rupiah',
  lead: 'Rupiah untuk game dan sesama pemain. Bukan kripto, dan bukan rekening: tidak bisa ditarik ke bank.',
  suspendedTitle: 'Uangmu aman, tapi tidak bisa dipindahkan',
  suspendedBody:
    'Identitasmu ditangguhkan. Kamu bisa melihat semuanya, tapi tidak bisa mengirim atau mengisi saldo.',
  statement: 'Mutasi',
  entries: 'Isi mutasi',
  period: 'Periode',
  periods: {
    '30': '30 hari terakhir',
    '90': '90 hari terakhir',
    '365': '12 bulan terakhir',
    all: 'Semuanya',
    custom: 'Dari tanggal ke tanggal',
  },
  from: 'Dari',
  to: 'Sampai',
  show: 'Tampilkan',
  csv: 'Unduh sebagai CSV',
  noneTitle: 'Belum ada mutasi',
  noneBody: 'Isi saldo, atau berikan nama pemainmu kepada orang yang ingin mengirim.',
  nonePeriodTitle: 'Tidak ada mutasi di periode ini',
  nonePeriodBody: 'Pilih periode yang lebih panjang untuk melihat yang lebih lama.',
  showAll: 'Tampilkan semuanya',
  chart: 'Saldo dari waktu ke waktu',
  chartNewest: (count) => `${count} mutasi terbaru. Tampilkan lagi di bawah untuk melihat yang lebih lama.`,
  chartLabel: (from, to, lowest, highest) =>
    `Saldo dari ${from} sampai ${to}: terendah ${lowest}, tertinggi ${highest}.`,
  chartRange: (lowest, highest) => `Antara ${lowest} dan ${highest}`,
  chartAt: (when, balance) => `${when}: ${balance}`,
  topUpPending: (amount) => `Isi saldo ${amount} menunggu pembayaran.`,
  topUpOpen: 'Lanjut membayar',
  topUpDrop: 'Tidak jadi',
  topUpPaid: (amount) => `Isi saldo ${amount} sudah masuk.`,
  topUpFailed: (amount) => `Isi saldo ${amount} tidak dibayar. Tidak ada yang ditagih; coba lagi.`,
  money: moneyText,
};
