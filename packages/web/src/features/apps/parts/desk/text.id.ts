import type { DeskText } from './text.en.ts';

export const deskText: DeskText = {
  activityTitle: 'Yang terjadi',
  activityBody: 'Disimpan 30 hari: operasi apa dan bagaimana hasilnya, tidak pernah siapa pemainnya.',
  loginsTitle: 'Login per hari',
  logins: (total) => `${total} login dalam 30 hari`,
  loginsLabel: (total, day, most) =>
    total === 0
      ? 'Belum ada login dalam 30 hari'
      : `${total} login dalam 30 hari, terbanyak pada ${day}: ${most}`,
  requestsTitle: 'Permintaan terakhir',
  requestsNone: 'Belum ada permintaan. Nanti muncul di sini dalam hitungan detik.',
  refusedOnly: 'Hanya yang ditolak',
  showAll: (count) => `Tampilkan semua ${count}`,
  reload: 'Muat lagi',
  when: 'Kapan',
  request: 'Permintaan',
  outcome: 'Hasil',
  requestId: 'ID permintaan',
  caller: { app: 'Servermu', player: 'Untuk pemain', unproven: 'Belum tentu kamu' },
  more: 'Peristiwa aplikasimu (pembayaran, koneksi) dibaca sebagai umpan:',
  eventsLink: 'cara membaca peristiwa',
  errorsLink: 'arti kode-kodenya',
  verificationTitle: 'Verifikasi',
  verificationBody:
    'Aplikasi terverifikasi menampilkan lencana saat pemain masuk, dan mereka tidak membayar biaya layanan lewat aplikasi itu. PID memeriksa siapa kamu dan apa yang kamu lakukan dengan data yang kamu baca.',
  about: 'Tentang kamu dan aplikasinya',
  aboutHint:
    'Siapa kamu, cara menghubungimu, apa yang aplikasi lakukan dengan data yang dibaca. Minimal 20 karakter.',
  ask: 'Ajukan verifikasi',
  askAgain: 'Ajukan lagi',
  change: 'Ubah tulisanmu',
  asked: 'Sudah diajukan. Kamu akan diberi tahu hasilnya.',
  pending: 'PID sedang memeriksanya',
  pendingSince: 'Diajukan',
  refused: 'Pengajuan ditolak',
  verified: 'Aplikasi ini terverifikasi',
  verifiedBody: 'Nama, logo, atau alamat lain, login perangkat, atau biaya yang lebih tinggi menghapusnya.',
  secretTwo: 'Dua rahasia berlaku sekarang',
  secretTwoBody:
    'Yang lama berakhir sendiri, atau sekarang juga kalau semua servermu sudah memakai yang baru.',
  secretEnds: 'Yang lama berakhir',
  secretEnd: 'Akhiri rahasia lama sekarang',
  secretEndTitle: 'Akhiri rahasia lama sekarang?',
  secretEndBody: 'Server yang masih memakainya, beserta tokennya, langsung ditolak.',
  secretEnded: 'Rahasia lama sudah berakhir.',
};
