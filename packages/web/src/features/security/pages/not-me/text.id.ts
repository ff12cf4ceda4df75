import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Ini bukan saya',
  lead: 'Ada yang terjadi pada PID kamu tanpa sepengetahuanmu? Satu tombol melindungimu untuk sementara.',
  whatTitle: 'Yang akan terjadi',
  what: [
    'Semua perangkat dikeluarkan, termasuk yang ini.',
    'Kirim uang, konfirmasi pembayaran, pencairan, dan perubahan keamanan dibekukan selama 72 jam.',
    'Membaca, masuk, menghapus passkey, dan dompetmu di chain tetap berjalan seperti biasa.',
  ],
  after:
    'Setelah itu masuk lagi dan periksa passkey serta loginmu. Pembekuan bisa dicabut lebih awal dengan masuk ulang dan passkey. Tautan ini berlaku sekali dalam 7 hari.',
  freeze: 'Bukan saya: bekukan',
  doneTitle: 'PID kamu dibekukan',
  doneUntil: 'Sampai',
  done: 'Semua perangkat sudah dikeluarkan. Masuk lagi dan lihat apa yang bukan milikmu.',
  signIn: 'Masuk dan periksa',
  brokenTitle: 'Tautan ini tidak berlaku',
  broken: 'Sudah dipakai, lebih dari 7 hari, atau terpotong di jalan. Masuk untuk memeriksa identitasmu.',
  lately: 'PID kamu sudah dibekukan dalam 7 hari terakhir. Masuk untuk menanganinya.',
};
