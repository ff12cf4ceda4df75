import { text as allowanceText } from '../../../money/parts/allowance-text.id.ts';
import { gameText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  allowanceText,
  title: 'Game',
  noneTitle: 'Game ini tidak ada di sini',
  noneBody: 'Mungkin sudah dihapus, atau belum diverifikasi.',
  allGames: 'Semua game',
  addFavourite: 'Jadikan favorit',
  removeFavourite: 'Hapus dari favorit',
  factsTitle: 'Kamu dan game ini',
  never: 'Belum pernah main',
  spent: 'Pengeluaran bulan ini',
  payments: 'Pembayaran',
  connectionTitle: 'Sambungan',
  connected: 'Terhubung sejak',
  connectionBody:
    'Game ini bisa membaca nama pemainmu dan yang kamu izinkan, sampai 30 hari sejak kamu terakhir masuk di sana.',
  notConnected: 'Belum terhubung. Game ini tidak bisa membaca apa pun tentangmu sebelum kamu masuk di sana.',
  end: 'Putuskan',
  endTitle: (name) => `Putuskan ${name}?`,
  endBody:
    'Aksesnya ke datamu langsung hilang, dan ia tidak bisa lagi menagihmu tanpa bertanya. Yang sudah dibaca tidak bisa ditarik kembali. Kamu bisa masuk lagi kapan saja.',
  ended: (name) => `${name} diputuskan.`,
  sessionsTitle: 'Sesi game',
  sessionUntil: 'Main tanpa bertanya sampai',
  noSessions: 'Tidak ada sesi terbuka. Game ini bertanya untuk setiap langkah di blockchain.',
  manageSessions: 'Semua sesi game',
  permissionsTitle: 'Izin',
  permissionUntil: 'Sampai',
  permissionStates: { pending: 'Menunggu kamu', active: 'Aktif' },
  noPermissions: 'Tidak ada. Game ini tidak bisa bertindak untukmu di blockchain lain.',
  managePermissions: 'Semua izin',
  gameText,
};
