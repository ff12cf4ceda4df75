import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Tidak bisa masuk?',
  lead: 'Pilih apa yang terjadi. Nama pemain, saldo, dan dompetmu tetap ada di tempatnya.',
  cases: {
    passkey: {
      ask: 'Passkey atau ponselku hilang',
      steps: [
        'Masuk dengan akun yang kamu pakai saat mendaftar, misalnya Google. Bisa dari perangkat apa saja.',
        'Kalau perangkatmu yang lain masih punya passkey: di Keamanan, tambahkan passkey baru di sini dan setujui di sana.',
        'Kalau tidak ada passkey tersisa: setelah masuk, buka Pemulihan dan buat passkey baru. Passkey itu mengambil alih setelah tujuh hari. Kalau kamu punya penjaga, mereka harus setuju dulu; waktu tunggu baru dimulai setelah itu.',
      ],
      act: 'Masuk dengan akun',
    },
    provider: {
      ask: 'Email atau akun yang kupakai mendaftar hilang',
      steps: [
        'Masuk dengan passkey: “Masuk dengan passkey”, lalu sidik jari, wajah, atau kunci layarmu.',
        'Di Keamanan, langsung tautkan akun lain supaya kamu punya dua cara masuk lagi.',
        'Lalu lepas tautan akun yang hilang supaya tidak dipakai orang lain.',
      ],
      act: 'Masuk dengan passkey',
    },
    both: {
      ask: 'Dua-duanya hilang',
      wallet:
        'Dengan lembar pemulihan atau penjaga, dompetmu yang aktif bisa mendapat passkey baru tanpa masuk. Passkey itu lalu bisa dipakai masuk ke sini juga.',
      walletAct: 'Pulihkan dompet',
      steps: [
        'Coba dulu dapatkan kembali akunmu dari penyedianya: Google, Apple, dan lainnya punya pemulihan sendiri. Lalu lanjutkan dengan “Passkey atau ponselku hilang”.',
        'Perangkat yang masih masuk bisa menautkan akun lain di Keamanan, dengan passkey-nya.',
        'Tanpa akun, passkey, lembar pemulihan, dan penjaga, tidak ada yang bisa membuktikan bahwa kamu pemiliknya, jadi tidak ada yang bisa membukakannya.',
      ],
    },
    thief: {
      ask: 'Akunku dipakai orang lain',
      steps: [
        'Cari email dari PID tentang masuk, passkey, atau pembayaran yang bukan darimu. Buka tautan “Ini bukan aku” dan tekan tombolnya. Tidak perlu masuk: semua perangkat dikeluarkan dan pembayaran dibekukan selama 72 jam.',
        'Tidak ada email? Kalau masih bisa masuk, buka halaman pembekuan dan tekan tombolnya di sana.',
        'Lalu masuk lagi, hapus yang bukan milikmu di Keamanan, dan hentikan pemulihan yang bukan kamu mulai. Passkey-mu menghentikannya.',
      ],
      act: 'Buka halaman pembekuan',
    },
    refused: {
      ask: 'PID menolak login-ku',
      steps: [
        '“Dihapus selamanya”: login itu milik identitas yang sudah dihapus. Masuk dengan akun lain untuk mulai lagi.',
        '“Situs lain tidak menjawab”: tunggu beberapa menit, atau pakai passkey-mu.',
        'Pemain yang ditangguhkan tetap bisa masuk dan melihat alasannya di sana.',
      ],
      act: 'Kembali ke halaman masuk',
    },
  },
  warningTitle: 'Tidak ada orang PID yang membantu lewat chat atau telepon',
  warning:
    'Tidak ada orang PID yang meminta kode, kata sandi, tanda tangan, atau kata-kata pemulihanmu lewat chat, telepon, atau email. Yang meminta itu penipu.',
  contact: 'Masih tidak bisa masuk?',
  noContact: 'Buka halaman bantuan',
};
