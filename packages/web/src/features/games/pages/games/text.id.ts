import { gameText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Game',
  lead: 'Main dengan PID-mu. Tanpa akun baru, tanpa kata sandi baru.',
  yours: 'Game-mu',
  favourites: 'Favorit',
  all: 'Semua game',
  noneTitle: 'Belum ada game di sini',
  noneBody:
    'Game yang sudah diverifikasi PID muncul di sini. Kamu juga bisa mencari “Masuk dengan PID” di game apa pun.',
  manage: 'Game dan aplikasi terhubung',
  spending: {
    title: 'Pengeluaranmu di game',
    thisMonth: 'Bulan ini sejauh ini',
    chart: (from, to, total) =>
      `Pengeluaran per game dari ${from} sampai ${to}. Bulan ini sejauh ini: ${total}. Semua jumlah ada di tabel di bawah.`,
    others: 'Game lain',
    asTable: 'Tampilkan sebagai tabel',
    month: 'Bulan',
    total: 'Jumlah',
    payments: 'Semua pembayaran',
    counted: 'Termasuk biaya, dikurangi pengembalian. Pembayaran yang ditahan belum dihitung.',
  },
  gameText,
};
