import { progressText } from '../../../wallet/parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Sesi game',
  lead: 'Game yang boleh menjalankan langkahmu tanpa bertanya setiap kali. Tidak satu pun bisa menyentuh dompetmu.',
  groups: { active: 'Aktif', ended: 'Berakhir' },
  emptyTitle: 'Belum ada sesi game',
  emptyBody:
    'Saat sebuah game meminta menjalankan langkahmu dan kamu izinkan, sesinya muncul di sini dan bisa kamu akhiri kapan saja.',
  unnamed: 'Game',
  program: 'Program',
  until: 'Sampai',
  wasUntil: 'Diberi sampai',
  end: 'Akhiri',
  endTitle: (game) => `Akhiri sesi ${game}?`,
  endBody:
    'Sesi diakhiri di blockchain, ditandatangani passkey yang menjaga dompetmu. PID membayar biaya jaringannya.',
  endConfirm: 'Akhiri dengan passkey',
  states: {
    active: 'Aktif',
    expired: 'Selesai',
    revoked: 'Kamu akhiri',
    stale: 'Dihentikan',
    rotated: 'Berakhir',
    closed: 'Dibersihkan',
  },
  reasons: {
    expired: 'Waktu yang kamu beri sudah habis. Buka sesi baru di gamenya untuk lanjut bermain.',
    revoked: 'Kamu sudah mengakhirinya.',
    rotated:
      'Dompetmu dipindahkan ke passkey lain, yang mengakhiri semua sesi. Buka yang baru di gamenya untuk lanjut bermain.',
    closed: 'Sudah selesai dan dibersihkan.',
    stale: 'Gamenya berubah sejak kamu izinkan, jadi sesinya dihentikan demi keamanan.',
  },
  staleReasons: {
    game_gone: 'Game ini sudah dicabut dari blockchain.',
    game_authority:
      'Yang berhak mengubah game ini berganti sejak kamu izinkan, jadi sesinya dihentikan. Buka yang baru kalau kamu masih percaya game ini.',
    game_updated:
      'Game ini diperbarui sejak kamu izinkan, jadi sesinya dihentikan demi keamanan. Buka yang baru untuk lanjut bermain.',
  },
  progress: {
    ...progressText,
    confirmed: 'Terkonfirmasi: sesi sudah berakhir',
    back: 'Kembali ke sesi',
  },
};
