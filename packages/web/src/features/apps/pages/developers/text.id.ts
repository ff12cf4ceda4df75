import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Untuk pengembang',
  headline: 'Masuk dengan PID, dalam lima menit',
  lead: 'Pemainmu membawa nama permanen, profil, dan saldo. Ini jalannya, dari login pertama sampai game-mu rilis. Panduannya berbahasa Inggris.',
  register: 'Daftarkan aplikasimu',
  reference: 'Semua panduan dan referensi',
  steps: [
    {
      title: 'Daftarkan aplikasimu',
      body: 'Beri nama. Game di http://localhost tidak perlu didaftarkan, jadi kamu bisa langsung mulai. Kamu mendapat client id dan rahasia yang tampil sekali.',
      to: '/apps',
      link: 'Aplikasimu',
    },
    {
      title: 'Biarkan pemain masuk',
      body: 'Satu berkas untuk servermu dan satu tombol untuk halamanmu. Setelah login, servermu mengetahui pid, yang tidak pernah berubah.',
      to: '/docs/sign-in-web',
      link: 'Mulai cepat: masuk di web',
    },
    {
      title: 'Jual item',
      body: 'Servermu membuat pembayaran, pemain mengonfirmasinya di halaman PID, lalu servermu memberikan itemnya sesuai event. Tidak ada yang hilang kalau server berhenti mendadak.',
      to: '/docs/payments',
      link: 'Jual item dan kembalikan uangnya',
    },
    {
      title: 'Uji di CI',
      body: 'pid-sandbox adalah seluruh layanan dalam satu berkas. Tesmu membuat pemain dengan uang mainan, memasukkan mereka, dan membiarkan mereka membayar.',
      to: '/docs/testing-in-ci',
      link: 'Menguji di CI',
    },
    {
      title: 'Terima uangmu',
      body: 'Uang dari pemain ada di escrow aplikasimu. Cairkan ke saldomu, atau ke rekening bankmu.',
      to: '/docs/payouts',
      link: 'Pencairan',
    },
    {
      title: 'Rilis',
      body: 'Periksa setiap butir sebelum game-mu dibuka, lalu ajukan verifikasi supaya pemain melihat lencananya.',
      to: '/docs/going-live',
      link: 'Daftar periksa rilis',
    },
  ],
  moreTitle: 'Kalau kamu butuh lebih',
  more: [
    {
      title: 'Unity, Godot, dan Unreal',
      body: 'Paket untuk tiga engine, masing-masing dengan panduan sepuluh menit.',
      to: '/docs/engines',
    },
    {
      title: 'Desktop, ponsel, konsol, dan TV',
      body: 'Masuk lewat browser sistem, atau dengan kode di layar lain.',
      to: '/docs/sign-in-native',
    },
    {
      title: 'Bahasa pemrograman lain',
      body: 'Semua alur sebagai permintaan HTTP biasa, dan pustaka OpenID Connect apa pun.',
      to: '/docs/plain-http',
    },
    {
      title: 'Coba dulu, masuk nanti',
      body: 'Tamu bermain tanpa masuk, dan progresnya tetap ada setelah masuk.',
      to: '/docs/guests',
    },
    {
      title: 'Paket bulanan',
      body: 'Pemain menyetujui jumlahnya sekali. Servermu menagihnya tiap bulan.',
      to: '/docs/allowances',
    },
    {
      title: 'Langkah tanpa konfirmasi',
      body: 'Pemain mengonfirmasi sekali. Setelah itu kunci sesi menandatangani langkah game di Solana, dan PID membayar biaya jaringan.',
      to: '/docs/game-sessions',
    },
    {
      title: 'Izin EVM',
      body: 'Kunci yang boleh memanggil kontrak pilihan, dengan batas pengeluaran.',
      to: '/docs/evm-permissions',
    },
    {
      title: 'Tim',
      body: 'Pengembang dan keuangan, masing-masing dengan identitasnya sendiri.',
      to: '/docs/team',
    },
  ],
};
