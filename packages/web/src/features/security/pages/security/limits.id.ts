import type { LimitsText } from './limits.en.ts';

export const text: LimitsText = {
  limits: {
    title: 'Batas',
    lead: 'Berapa banyak yang boleh keluar dari saldomu sebelum kamu harus mengonfirmasi.',
    labels: {
      stepUpAmount: 'Total tanpa passkey',
      dailyLimit: 'Dalam sehari',
      noticeAmount: 'Beri tahu aku pembayaran di atas',
    },
    hints: {
      stepUpAmount:
        'Di atas total ini, konfirmasi dengan passkey. Untuk penerima baru, di atas sepersepuluhnya.',
      dailyLimit: 'Lebih dari ini tidak bisa keluar dalam sehari, dengan passkey sekalipun.',
      noticeAmount: 'Kamu dapat pemberitahuan, dan email kalau sudah diatur.',
    },
    flaw: 'Isi jumlahnya, atau 0.',
    rule: 'Batas yang lebih rendah langsung berlaku. Yang lebih tinggi perlu passkey dan baru berlaku 24 jam kemudian, untuk melindungimu dari pencuri.',
    save: 'Simpan batas',
    saved: 'Batasmu tersimpan.',
    savedLater: 'Tersimpan. Batas yang lebih tinggi berlaku 24 jam lagi.',
    pendingTitle: 'Batas yang lebih tinggi sedang menunggu',
    pendingStepUp: (amount) => `Tanpa passkey: ${amount}`,
    pendingDaily: (amount) => `Dalam sehari: ${amount}`,
    pendingNotice: (amount) => `Pemberitahuan di atas: ${amount}`,
    pendingFrom: 'Berlaku mulai',
    tier: {
      title: { basic: 'Akun dasar', registered: 'Akun terdaftar' },
      balance: 'Saldo maksimal',
      incoming: 'Boleh masuk setiap bulan',
      left: 'Sisa bulan ini',
      how: 'Akun terdaftar bisa menyimpan dan menerima lebih banyak. Untuk mendaftar, hubungi pengelola, yang akan memeriksa identitasmu:',
      help: 'Bantuan dan kontak',
    },
  },
};
