import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Keluar',
  ask: 'Keluar dari PID?',
  asked: (app) => `${app} memintamu keluar dari PID di perangkat ini.`,
  askedByNobody: 'Sesimu di perangkat ini akan berakhir.',
  as: (pid) => `Kamu masuk sebagai ${pid}.`,
  hint: 'Kamu tetap masuk di game sampai kamu keluar dari sana atau memutuskannya di Game dan aplikasi.',
  signOut: 'Keluar',
  stay: 'Tetap masuk',
  outTitle: 'Kamu sudah keluar',
  outBody: 'Tidak ada yang masuk ke PID di perangkat ini.',
  backTo: (app) => `Kembali ke ${app}`,
  start: 'Ke halaman awal',
  brokenTitle: 'Tautan keluar ini rusak',
  brokenBody:
    'Tautan ini berisi alamat yang tidak bisa kami percaya, jadi kamu tetap masuk dan kami tidak mengirimmu kembali. Kamu bisa keluar lewat halaman Keamanan.',
  brokenDetail: 'Untuk pengembang:',
};
