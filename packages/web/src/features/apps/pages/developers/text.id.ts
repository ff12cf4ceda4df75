import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Untuk pengembang',
  headline: 'Masuk dengan PID, dalam lima menit',
  lead: 'Pemainmu membawa nama permanen, profil, dan saldo. Kamu menulis satu tautan dan satu permintaan.',
  register: 'Daftarkan aplikasimu',
  reference: 'Referensi API',
  copy: 'Salin',
  steps: [
    {
      title: 'Daftarkan aplikasimu',
      body: 'Beri nama dan daftarkan origin https tempatnya berjalan. Game di http://localhost tidak perlu didaftarkan, jadi kamu bisa langsung mulai. Kamu mendapat client id dan rahasia yang tampil sekali.',
    },
    {
      title: 'Kirim pemain ke PID',
      body: 'Satu tautan cukup. Buat state acak untuk setiap proses masuk dan simpan di sesi pemain, supaya tidak ada yang menyelipkan proses masuknya sendiri.',
      code: 'link',
      label: 'Di game-mu',
    },
    {
      title: 'Tukar kode menjadi pemain',
      body: 'Pemain kembali dengan pid_code dan state. Kode berlaku sekali, dalam lima menit. Kalau ditolak, kamu mendapat error=access_denied.',
      code: 'exchange',
      label: 'Di server-mu: penukaran',
    },
    {
      title: 'Baca yang mereka izinkan',
      body: 'Token membaca identitas, profil, saldo, dan mutasi selama 30 hari. Token tidak bisa mengubah apa pun. Pemain bisa memutusnya di Game dan aplikasi; setelah itu jawabannya 401.',
      code: 'read',
      label: 'Di server-mu: membaca',
    },
    {
      title: 'Rilis',
      body: 'Tambahkan origin https di ruang kerja, coba proses masuk di sana, lalu ajukan verifikasi supaya pemain melihat lencananya.',
    },
  ],
  moreTitle: 'Saat kamu butuh lebih',
  more: [
    {
      title: 'Popup tanpa meninggalkan halaman',
      body: 'Buka alamat yang sama dengan response_mode=web_message di popup. Popup itu mengirim { type: "pid:login", pid_code, state } ke origin-mu, dan tidak ke yang lain. Kalau halamanmu terisolasi (COOP), popup menuju redirect_uri, dan halamanmu di sana meneruskan kode lewat BroadcastChannel.',
    },
    {
      title: 'Game tanpa server',
      body: 'Kirim code_challenge dan code_challenge_method=S256 saat masuk, dan code_verifier sebagai ganti rahasia saat penukaran. Origin terdaftar boleh memanggil API dari browser.',
    },
    {
      title: 'Pustaka OpenID Connect apa pun',
      body: 'Proses masuk yang sama adalah OpenID Connect standar dengan code dan S256. Beri pustakamu alamat ini sebagai issuer; sub adalah pid, yang tidak pernah berubah. Scope openid profile memberi tahu siapa pemainnya; tambahkan balance untuk membaca saldo dan mutasi juga.',
    },
    {
      title: 'Makin sempit makin aman',
      body: 'Alamat kembali yang persis membatasi kode ke halaman yang kamu sebut, misalnya https://game.example/signed-in, dan memungkinkan aplikasi ponsel kembali lewat com.example.game:/cb (hanya OpenID Connect dengan S256). “Selalu wajibkan rahasia” membuat kode tidak berguna tanpa server-mu. Rahasia baru bisa membiarkan yang lama berlaku sampai 7 hari (keepPreviousSeconds) selagi server-mu berganti.',
    },
    {
      title: 'Meminta uang dari pemain',
      body: 'Tautkan ke /send?to=seseorang@pid&amount=25000&note=Biaya%20masuk. Semuanya sudah terisi, pemain melihat biayanya lalu mengonfirmasi; tautan saja tidak memindahkan apa pun.',
    },
    {
      title: 'Token milik aplikasimu',
      body: 'POST /v1/auth/token dengan client id dan rahasiamu memberi token yang membaca data aplikasi itu sendiri, misalnya saldonya.',
    },
  ],
};
