import { paymentWords } from '@pid/contract/texts/payment.id.ts';
import type { PaymentText } from './payment-text.en.ts';

export const paymentText: PaymentText = {
  words: paymentWords,
  statuses: paymentWords.statuses,
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
