import type { PaymentText } from './payment-text.en.ts';

export const paymentText: PaymentText = {
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
  all: 'Semua',
  status: 'Status',
  price: 'Harga',
  fees: 'Biaya',
  total: 'Total',
  captured: 'Diambil',
  refundedSum: 'Dikembalikan',
  heldUntil: 'Ditahan sampai',
  to: 'Penerima',
  payer: 'Dibayar oleh',
  when: 'Waktu',
  reference: 'Referensi',
  reason: (reason) => `Alasan: ${reason}`,
};
