import { activityText } from '../../../security/parts/activity/text.id.ts';
import { moneyText } from '../../../money/parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Beranda',
  hello: (handle) => `Halo, ${handle}`,
  copyPid: 'Salin pid-mu',
  suspendedTitle: 'Identitasmu ditangguhkan',
  suspendedBody:
    'Kamu bisa melihat semuanya, keluar, dan mengunduh datamu, tapi tidak bisa mengubah, mengirim, atau menandatangani apa pun sampai penangguhan dicabut. Hubungi dukungan untuk ditinjau.',
  firstPasskeyTitle: 'Jadikan perangkat ini kuncimu',
  firstPasskeyBody:
    'Dengan passkey kamu masuk pakai sidik jari, wajah, atau kunci layar, berlaku di semua game, dan tidak bisa dicuri lewat penipuan. Hanya sepuluh detik.',
  firstPasskey: 'Tambah passkey',
  passkeyAdded: 'Passkey-mu siap. Lain kali, masuk dengannya.',
  approvalTitle: 'Passkey baru ingin bergabung ke identitasmu',
  approvalBody: 'Lihat dulu sebelum menyetujui. Kalau bukan milikmu, tolak.',
  safety: {
    guarded: 'Ponsel hilang pun, isinya tetap aman: penjagamu bisa memasang passkey baru.',
    leftTitle: 'Penjagamu tinggal terlalu sedikit',
    left: 'Ada penjaga yang berhenti. Kalau ponselmu hilang sekarang, isi dompetmu ikut hilang.',
    choose: 'Pilih penjaga lain',
    vaultTitle: 'Kalau ponselmu hilang, isi dompetmu ikut hilang',
    vault: 'Tidak ada yang bisa membukanya untukmu, PID pun tidak. Lima menit sekarang sudah cukup.',
    singleTitle: 'Satu-satunya passkey-mu hanya ada di satu perangkat',
    single:
      'Passkey itu tidak disinkronkan. Kalau perangkatnya hilang, kamu menunggu tujuh hari untuk masuk lagi. Tambahkan passkey kedua.',
    fine: 'Passkey-mu beres.',
    setUp: 'Siapkan pemulihan',
    look: 'Pemulihan',
    security: 'Tambah passkey',
  },
  approvalOpen: 'Lihat',
  games: 'Game-mu',
  allGames: 'Semua game',
  noGames: 'Belum ada game. Cari “Masuk dengan PID” di dalam game.',
  lastPlayed: 'Terakhir masuk',
  recent: 'Aktivitas terbaru',
  allActivity: 'Semua aktivitas',
  links: 'Identitasmu',
  linkTexts: {
    money: { title: 'Saldo Rupiah', body: 'Mutasi, kirim, isi saldo' },
    wallet: { title: 'Dompet Solana', body: 'Terima, kirim, jaga SOL-mu' },
    security: { title: 'Keamanan', body: 'Passkey, akun, perangkat' },
    profile: { title: 'Profil dan data', body: 'Yang dilihat orang; ekspor, hapus' },
    connected: { title: 'Game dan aplikasi', body: 'Game yang kamu masuki' },
    gameSessions: { title: 'Sesi game', body: 'Game yang boleh bergerak untukmu' },
    permissions: { title: 'Izin', body: 'Yang boleh dilakukan aplikasi di blockchain lain' },
    apps: { title: 'Aplikasimu', body: 'Pasang “Masuk dengan PID” di game' },
    developers: { title: 'Untuk pengembang', body: 'Panduan lima menit' },
  },
  signOutHint: 'Keluar hanya dari perangkat ini. Game punya sesinya sendiri.',
  activityText,
  moneyText,
};
