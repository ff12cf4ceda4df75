import type { Text } from './elsewhere.en.ts';

export const text: Text = {
  title: 'Passkey tidak dipakai',
  lead: 'Coba lagi. Kalau passkey-mu tidak ada di perangkat ini:',
  scan: 'Ada di ponsel lain? Coba lagi, pilih “perangkat lain”, lalu pindai kode QR-nya.',
  add: 'Pakai perangkat ini juga',
  addHint: 'Buat passkey di sini, lalu setujui dari perangkat lama.',
  lost: 'Passkey-ku hilang',
  lostHint: 'Pulihkan akunmu, lalu kembali ke sini.',
  waiting: 'Ada yang belum selesai',
  returns: {
    request: 'Kembali ke permintaan',
    payment: 'Kembali ke pembayaran',
    game: 'Kembali ke game',
    send: 'Kembali ke kiriman',
    wallet: 'Kembali ke dompet',
  },
};
