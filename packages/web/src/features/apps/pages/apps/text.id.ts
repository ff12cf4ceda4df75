import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Aplikasimu',
  lead: 'Game dan layanan yang kamu kelola, tempat pemain masuk dengan PID.',
  register: 'Daftarkan aplikasi',
  guide: 'Baca panduan lima menit',
  emptyTitle: 'Belum ada aplikasi',
  emptyBody: 'Daftarkan game-mu, salin beberapa baris, dan pemain masuk dengan nama yang sudah mereka punya.',
  origins: (count) => `${count} origin`,
  localOnly: 'Hanya berjalan di localhost',
  roles: { owner: 'Pemilik', developer: 'Pengembang', finance: 'Keuangan' },
  invitations: 'Undangan',
  invited: (by) => `${by} mengundangmu ke aplikasi ini.`,
  takeOver: (by) =>
    `${by} memintamu menjadi pemilik aplikasi ini, lengkap dengan saldo dan tanggung jawabnya.`,
  until: 'Jawab sebelum',
  accept: 'Terima',
  acceptOf: (app) => `Terima undangan ke ${app}`,
  decline: 'Tolak',
  declineOf: (app) => `Tolak undangan ke ${app}`,
  takeOverTitle: (app) => `Ambil alih ${app}?`,
  takeOverBody:
    'Kamu bertanggung jawab atas aplikasi dan pemainnya. Pemilik sebelumnya tahu rahasia aplikasinya: buat rahasia baru sesudahnya.',
  accepted: (app) => `Kamu sekarang anggota ${app}.`,
  declined: 'Undangan ditolak.',
};
