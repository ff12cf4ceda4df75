import type { PaymentWords } from './payment.en.ts';

export const paymentWords: PaymentWords = {
  statuses: {
    open: 'Menunggu pemain',
    held: 'Ditahan',
    paid: 'Terbayar',
    refunded: 'Dikembalikan',
    void: 'Uang kembali',
    declined: 'Ditolak',
    expired: 'Kedaluwarsa',
    cancelled: 'Dibatalkan',
  },
  partReturned: (amount) => `${amount} uang kembali`,
  partRefunded: (amount) => `${amount} dikembalikan`,
  payment: (name) => `Pembayaran ke ${name}`,
  refund: (name) => `Pengembalian dari ${name}`,
  refundTo: (name) => `Pengembalian ke ${name}`,
  holdReturn: (name) => `Uang kembali dari ${name}`,
  through: (app) => `lewat ${app}`,
  automatic: 'pembayaran otomatis',
  fee: (amount) => `termasuk biaya ${amount}`,
};
