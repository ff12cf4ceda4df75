import { permissionText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Beri izin',
  ask: (app) => `Izinkan ${app} bertindak untuk akunmu?`,
  as: 'Kamu memutuskan sebagai',
  otherAccount: 'Pakai akun lain',
  allow: 'Izinkan dengan passkey',
  deny: 'Tolak',
  unverifiedHint: 'PID belum memeriksa siapa di baliknya. Lanjutkan hanya kalau kamu kenal alamat ini.',
  noPasskeyTitle: 'Untuk ini kamu perlu passkey',
  noPasskeyBody: 'Hanya passkey milikmu yang bisa menandatangani izin. Menambahkannya hanya sepuluh detik.',
  addPasskey: 'Tambah passkey',
  brokenTitle: 'Permintaan ini rusak',
  brokenBody:
    'Permintaan dari aplikasi ini tidak bisa kami percaya, jadi tidak ada yang diizinkan dan kami tidak mengirimmu kembali. Tutup jendela ini dan beri tahu pengembang aplikasi.',
  brokenDetail: 'Untuk pengembang:',
  unsentTitle: 'Izin sudah diberikan',
  unsentBody:
    'Alamat aplikasinya berubah, jadi kami tidak bisa mengirimmu kembali. Tutup jendela ini dan kembali sendiri ke aplikasinya. Kamu bisa mencabut izin ini kapan saja di Izin.',
  permissionText,
};
