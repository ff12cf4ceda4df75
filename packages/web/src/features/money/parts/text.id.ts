import { paymentWords } from '@pid/contract/texts/payment.id.ts';
import type { MoneyText } from './text.en.ts';

export const moneyText: MoneyText = {
  balance: 'Saldo Rupiah',
  send: 'Kirim',
  ask: 'Terima',
  topUp: 'Isi saldo',
  kinds: {
    send: (name) => `Kirim ke ${name}`,
    receive: (name) => `Dari ${name}`,
    topup: () => 'Isi saldo',
    refund: () => 'Isi saldo ditarik kembali',
    payout: () => 'Pencairan dari aplikasimu',
    deposit: (name) => `Ditambahkan ke aplikasimu ${name}`,
    settlement: () => 'Pencairan ke rekening bank',
    settlement_return: () => 'Kembali dari pencairan ke bank',
    app_fee: () => 'Pendapatan biaya aplikasi',
    payment: paymentWords.payment,
    hold: paymentWords.payment,
    hold_return: paymentWords.holdReturn,
    forfeit: () => 'Saldo dilepas',
  },
  deposited: 'Ditambahkan dari saldomu',
  refunded: paymentWords.refund,
  refundedTo: paymentWords.refundTo,
  somebody: 'seseorang',
  fee: paymentWords.fee,
  through: paymentWords.through,
  words: paymentWords,
  because: (reason) => `Alasan: ${reason}`,
  balanceAfter: 'Saldo',
};
