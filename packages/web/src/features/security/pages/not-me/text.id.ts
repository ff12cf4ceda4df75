import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Ini bukan aku',
  lead: 'Ada yang terjadi pada PID-mu tanpa sepengetahuanmu? Satu tombol melindungimu untuk sementara.',
  whatTitle: 'Yang akan terjadi',
  what: [
    'Semua perangkat dikeluarkan, termasuk yang ini.',
    'Kirim uang, konfirmasi pembayaran, pencairan, dan perubahan keamanan dibekukan selama 72 jam.',
    'Membaca, masuk, menghapus passkey, dan dompetmu di blockchain tetap berjalan seperti biasa.',
  ],
  after:
    'Setelah itu, masuk lagi lalu periksa passkey dan akunmu. Pembekuan bisa dicabut lebih awal dengan masuk ulang dan passkey. Pembekuan hanya bisa sekali dalam 7 hari.',
  freeze: 'Bukan aku: bekukan',
  doneTitle: 'PID-mu dibekukan',
  doneUntil: 'Sampai',
  done: 'Semua perangkat sudah dikeluarkan. Masuk lagi dan cari yang bukan milikmu.',
  signIn: 'Masuk dan periksa',
  brokenTitle: 'Tautan ini tidak berlaku',
  broken: 'Sudah dipakai, lebih dari 7 hari, atau tidak lengkap. Masuk untuk memeriksa identitasmu.',
  lately: 'PID-mu sudah dibekukan dalam 7 hari terakhir. Masuk untuk memeriksanya.',
};
