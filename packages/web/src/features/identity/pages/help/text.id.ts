import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Bantuan',
  lead: 'Jawaban singkat. Untuk hal lain, tanyakan ke pengelola layanan ini.',
  contact: 'Kontak',
  noContact: 'Pengelola layanan ini belum mencantumkan kontak.',
  recovery: 'Buka Pemulihan',
  questions: [
    {
      ask: 'Ponsel atau passkey-ku hilang',
      answer:
        'Masuk dengan akun yang kamu pakai saat mendaftar. Masih ada passkey-mu di perangkat lain? Tambah yang baru di Keamanan dan setujui dari perangkat itu. Kalau tidak ada lagi, buka Pemulihan dan buat passkey baru. Passkey itu mengambil alih setelah tujuh hari. Kalau kamu punya penjaga, mereka harus setuju dulu, lalu waktu tunggu dimulai. Isi dompet yang sudah aktif hanya bisa kembali lewat penjaga.',
    },
    {
      ask: 'Aku salah kirim uang',
      answer:
        'Kiriman tidak bisa ditarik kembali. Minta penerima mengirimnya balik: nama permanennya ada di bukti transaksimu.',
    },
    {
      ask: 'Isi saldoku belum masuk',
      answer:
        'Buka Saldo Rupiah. Isi saldo yang masih menunggu tampil di sana beserta langkah berikutnya. Kebanyakan masuk dalam satu menit setelah dibayar. Tidak ada yang ditagih dua kali.',
    },
    {
      ask: 'Bisa ditarik ke rekening bank?',
      answer:
        'Tidak. Saldo Rupiah hanya untuk game dan sesama pemain. SOL dan token di Dompet Solana adalah milikmu di blockchain dan bisa dikirim ke alamat mana pun.',
    },
    {
      ask: 'Identitasku ditangguhkan',
      answer:
        'Kamu tetap bisa melihat semuanya, mengunduh datamu, mengirim isi dompet, dan menghapus identitas. Hubungi kontak di bawah agar ditinjau.',
    },
    {
      ask: 'Ada yang meminta kode atau tanda tangan',
      answer:
        'Tolak. Tidak ada orang PID yang memintanya lewat chat, telepon, atau email. Kalau sudah telanjur, bekukan akunmu: Keamanan, Perangkat, “Ada yang tidak beres? Bekukan akunmu”.',
    },
  ],
  privacyTitle: 'Privasi',
  privacy: [
    'Nama pemainmu publik dan permanen. Yang kamu tulis di profil juga publik.',
    'Kami menyimpan cara masukmu (penyedia dan alamat email), perangkat, pembayaran, dan kejadian keamanan, selama diperlukan oleh hukum dan keamananmu. Semuanya bisa kamu unduh di Profil.',
    'Game hanya melihat yang tertulis di halaman izinnya, selama 30 hari, dan tidak pernah alamat emailmu. Tanpa iklan, tanpa pelacak, dan tidak ada yang dimuat dari situs lain.',
    'Saat identitas dihapus, data pribadi dihapus; namanya tetap terpakai, dan catatan pembayaran disimpan sesuai hukum.',
  ],
  termsTitle: 'Ketentuan',
  terms: [
    'Satu orang, satu identitas. Nama yang meniru orang lain ditolak atau ditangguhkan.',
    'Saldo Rupiah bukan rekening bank dan tidak berbunga. Biaya selalu terlihat sebelum kamu setuju.',
    'Kamu bertanggung jawab atas perangkat dan passkey-mu. Yang sudah ditandatangani passkey-mu di blockchain tidak bisa dibatalkan siapa pun.',
  ],
};
