import { progressText } from '../../../wallet/parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Sesi game',
  lead: 'Game yang bisa menjalankan langkahmu tanpa bertanya setiap kali. Tidak satu pun bisa memakai dompet atau uangmu.',
  groups: { active: 'Aktif', ended: 'Berakhir' },
  emptyTitle: 'Belum ada sesi game',
  emptyBody:
    'Saat kamu mengizinkan game menjalankan langkahmu, sesinya muncul di sini. Kamu bisa mengakhirinya kapan saja.',
  unnamed: 'Game tanpa nama',
  details: 'Rincian',
  program: 'Program di blockchain:',
  until: 'Sampai',
  wasUntil: 'Berlaku sampai',
  end: 'Akhiri sesi',
  endTitle: (game) => `Akhiri sesi ${game}?`,
  endBody: 'Tanda tangani dengan passkey yang menjaga dompetmu. PID membayar biaya jaringannya.',
  endConfirm: 'Akhiri dengan passkey',
  states: {
    active: 'Aktif',
    expired: 'Kedaluwarsa',
    revoked: 'Kamu akhiri',
    stale: 'Dihentikan',
    rotated: 'Berakhir',
    closed: 'Berakhir',
  },
  reasons: {
    expired: 'Waktunya sudah habis. Buka sesi baru di game untuk lanjut bermain.',
    revoked: 'Kamu sudah mengakhirinya.',
    rotated:
      'Dompetmu dipindahkan ke passkey lain, yang mengakhiri semua sesi. Buka yang baru di game untuk lanjut bermain.',
    closed: 'Sesi sudah berakhir.',
    stale: 'Gamenya berubah sejak kamu izinkan, jadi sesinya dihentikan demi keamanan.',
  },
  staleReasons: {
    game_gone: 'Game ini sudah dicabut dari blockchain.',
    game_authority:
      'Kendali atas game ini berganti sejak kamu izinkan, jadi sesinya dihentikan. Buka yang baru kalau kamu masih percaya game ini.',
    game_updated:
      'Game ini diperbarui sejak kamu izinkan, jadi sesinya dihentikan demi keamanan. Buka yang baru untuk lanjut bermain.',
  },
  progress: {
    ...progressText,
    confirmed: 'Terkonfirmasi: sesi sudah berakhir',
    back: 'Kembali ke sesi',
  },
};
