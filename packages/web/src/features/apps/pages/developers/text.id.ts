import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Untuk pengembang',
  headline: 'Masuk dengan PID, dalam lima menit',
  lead: 'Pemainmu membawa nama permanen, profil, dan saldo. Kamu cukup menambahkan satu tautan dan satu permintaan.',
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
      body: 'Satu tautan cukup. Buat state acak untuk setiap login dan simpan di sesi pemain. Ini melindungi pemainmu dari login palsu.',
      code: 'link',
      label: 'Di game-mu',
    },
    {
      title: 'Tukar kode dengan data pemain',
      body: 'Pemain kembali dengan pid_code dan state. Kode berlaku sekali, dalam lima menit. Kalau pemain menolak, kamu mendapat error=access_denied.',
      code: 'exchange',
      label: 'Di servermu: penukaran',
    },
    {
      title: 'Baca yang mereka izinkan',
      body: 'Token membaca identitas, profil, saldo, dan mutasi selama 30 hari. Token tidak bisa mengubah apa pun. Pemain bisa memutuskannya di Game dan aplikasi; setelah itu kamu mendapat 401.',
      code: 'read',
      label: 'Di servermu: membaca',
    },
    {
      title: 'Rilis',
      body: 'Tambahkan origin https di halaman aplikasimu, coba login di sana, lalu ajukan verifikasi supaya pemain melihat lencananya.',
    },
  ],
  moreTitle: 'Kalau kamu butuh lebih',
  more: [
    {
      title: 'Popup tanpa meninggalkan halaman',
      body: 'Buka alamat yang sama dengan response_mode=web_message di popup. Popup itu mengirim { type: "pid:login", pid_code, state } hanya ke origin-mu. Kalau halamanmu terisolasi (COOP), popup menuju redirect_uri, dan halamanmu di sana meneruskan kode lewat BroadcastChannel.',
    },
    {
      title: 'Game tanpa server',
      body: 'Kirim code_challenge dan code_challenge_method=S256 saat masuk, dan code_verifier sebagai ganti rahasia saat penukaran. Origin terdaftar boleh memanggil API dari browser.',
    },
    {
      title: 'Pustaka OpenID Connect apa pun',
      body: 'Login yang sama adalah OpenID Connect standar dengan code dan S256. Beri pustakamu alamat ini sebagai issuer; sub adalah pid, yang tidak pernah berubah. Scope openid profile memberi tahu siapa pemainnya; tambahkan balance untuk membaca saldo dan mutasi juga.',
    },
    {
      title: 'Pengaturan yang lebih ketat',
      body: 'Alamat kembali persis membatasi kode ke halaman yang kamu daftarkan, misalnya https://game.example/signed-in, dan memungkinkan aplikasi ponsel kembali lewat com.example.game:/cb (hanya OpenID Connect dengan S256). Dengan “Selalu wajibkan rahasia”, hanya servermu yang bisa memakai kode. Saat membuat rahasia baru, yang lama bisa tetap berlaku sampai 7 hari (keepPreviousSeconds) selagi servermu berganti.',
    },
    {
      title: 'Meminta uang dari pemain',
      body: 'Tautkan ke /send?to=seseorang@pid&amount=25000&note=Biaya%20masuk. Semuanya sudah terisi. Pemain melihat biayanya lalu mengonfirmasi. Tautan saja tidak memindahkan apa pun.',
    },
    {
      title: 'Token milik aplikasimu',
      body: 'POST /v1/auth/token dengan client id dan rahasiamu memberi token yang membaca data aplikasi itu sendiri, misalnya saldonya.',
    },
  ],
};
