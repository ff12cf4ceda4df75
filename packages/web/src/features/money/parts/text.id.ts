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
    app_fee: () => 'Pendapatan biaya aplikasi',
    payment: (name) => `Bayar ke ${name}`,
    hold: (name) => `Ditahan untuk ${name}`,
    hold_return: (name) => `Dikembalikan oleh ${name}`,
    forfeit: () => 'Saldo dilepas',
  },
  deposited: 'Ditambahkan dari saldomu',
  refunded: (name) => `Pengembalian dari ${name}`,
  somebody: 'seseorang',
  fee: (amount) => `termasuk biaya ${amount}`,
  through: (app) => `lewat ${app}`,
  because: (reason) => `Alasan: ${reason}`,
  balanceAfter: 'Saldo',
};
