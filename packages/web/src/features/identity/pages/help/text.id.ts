import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Bantuan',
  lead: 'Jawaban singkat. Yang belum ada di sini, tanyakan ke pengelola layanan ini.',
  contact: 'Kontak',
  noContact: 'Pengelola layanan ini belum mencantumkan kontak.',
  recovery: 'Buka Pemulihan',
  questions: [
    {
      ask: 'Ponsel atau passkey-ku hilang',
      answer:
        'Masuk dengan akun yang kamu pakai pertama kali. Masih ada passkey-mu di perangkat lain? Tambah yang baru di Keamanan dan setujui dari sana. Kalau tidak ada lagi, buka Pemulihan: passkey baru mengambil alih setelah tujuh hari, atau setelah penjagamu setuju. Isi dompet yang sudah aktif hanya bisa kembali lewat penjaga.',
    },
    {
      ask: 'Aku salah kirim uang',
      answer:
        'Kiriman tidak bisa ditarik kembali. Minta penerima mengirimnya balik: nama permanennya ada di buktimu.',
    },
    {
      ask: 'Isi saldoku belum masuk',
      answer:
        'Lihat Saldo Rupiah: isi saldo yang masih menunggu tampil di sana beserta langkah berikutnya. Kebanyakan masuk dalam satu menit setelah dibayar. Tidak ada yang ditagih dua kali.',
    },
    {
      ask: 'Bisa ditarik ke rekening bank?',
      answer:
        'Tidak. Saldo Rupiah untuk game dan sesama pemain. SOL dan token di Dompet Solana milikmu di blockchain dan bisa dikirim ke alamat mana pun.',
    },
    {
      ask: 'Identitasku ditangguhkan',
      answer:
        'Kamu tetap bisa melihat semuanya, mengunduh datamu, mengambil isi dompet, dan menghapus identitas. Hubungi kontak di bawah untuk ditinjau.',
    },
    {
      ask: 'Ada yang meminta kode atau tanda tangan',
      answer:
        'Pihak PID tidak pernah memintanya. Tolak. Kalau sudah terlanjur, keluarkan semua perangkat lain lewat Keamanan.',
    },
  ],
  privacyTitle: 'Privasi',
  privacy: [
    'Nama pemainmu publik dan permanen. Yang kamu tulis di profil juga publik.',
    'Kami menyimpan cara masukmu (penyedia dan alamat email), perangkat, pembayaran, dan kejadian keamanan, selama diperlukan oleh hukum dan keamananmu. Semuanya bisa kamu unduh di Profil.',
    'Game hanya melihat yang tertulis di halaman izinnya, selama 30 hari, dan tidak pernah alamat emailmu. Tanpa iklan, tanpa pelacak, tidak ada yang dimuat dari tempat lain.',
    'Saat identitas dihapus, data pribadi dihapus; namanya tetap terpakai, dan pembukuan disimpan sesuai hukum.',
  ],
  termsTitle: 'Ketentuan',
  terms: [
    'Satu orang, satu identitas. Nama yang meniru orang lain ditolak atau ditangguhkan.',
    'Saldo Rupiah bukan rekening bank dan tidak berbunga. Biaya selalu terlihat sebelum kamu setuju.',
    'Perangkat dan passkey kamu jaga sendiri. Yang sudah ditandatangani passkey-mu di blockchain tidak bisa dibatalkan siapa pun.',
  ],
};
