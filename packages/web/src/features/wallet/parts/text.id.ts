import type { ProgressText } from './text.en.ts';

/** Texts for a signed operation in progress; the page adds its own name for it. */
export const progressText: ProgressText = {
  titles: {
    activate: 'Mengaktifkan dompetmu',
    withdraw: 'Mengirim',
    rotate: 'Pindah ke passkey lain',
    revoke_session: 'Mengakhiri sesi game',
  },
  doneTitles: {
    activate: 'Dompetmu aktif',
    withdraw: 'Sudah terkirim',
    rotate: 'Passkey baru kini menjaganya',
    revoke_session: 'Sesi game sudah berakhir',
  },
  signed: 'Ditandatangani dengan passkey',
  sent: 'Dikirim ke blockchain',
  safe: 'Halaman ini boleh ditutup. Tidak ada yang hilang atau terkirim dua kali.',
  unsure: 'Kami belum tahu apakah sudah sampai. Coba lagi: tidak akan terkirim dua kali.',
  again: 'Coba lagi',
  leave: 'Berhenti menunggu',
  signature: 'Tanda tangan transaksi',
  copySignature: 'Salin tanda tangan',
};
