import type { GameCardText } from './text.en.ts';

export const text: GameCardText = {
  title: 'Di daftar game',
  lead: 'Pemain menemukan game terverifikasi di /games dan di beranda mereka. Semua di sini ditinjau saat verifikasi; perubahan menghapus lencana sampai tinjauan berikutnya.',
  cover: 'Sampul',
  coverHint:
    'Gambar lebar apa pun. Dipotong menjadi 16 banding 9 dan dikecilkan di bawah 15 kB di perangkatmu.',
  chooseCover: 'Pilih gambar',
  removeCover: 'Hapus sampul',
  coverFlaw: 'File ini bukan gambar, atau tidak bisa dibuat cukup kecil. Coba gambar yang lebih sederhana.',
  coverSaved: 'Sampul tersimpan.',
  playUrl: 'Tempat game dimulai',
  playUrlHint:
    'Alamat di salah satu origin-mu, misalnya https://game.example/play. Tanpa ini, game tidak masuk daftar.',
  playUrlFlaw: 'Masukkan alamat https di salah satu origin-mu.',
  nameIn: (language) => `Nama (${language})`,
  nameHint: 'Kosongkan untuk memakai nama aplikasi.',
  textIn: (language) => `Teks singkat (${language})`,
  textHint: 'Game apa ini, dalam satu baris maksimal 140 karakter.',
  save: 'Simpan halaman game',
  saved: 'Tersimpan. Minta verifikasi agar pemain melihatnya.',
};
