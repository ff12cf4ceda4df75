import type { HistoryText } from './history.en.ts';

export const text: HistoryText = {
  history: {
    empty: 'Belum ada transaksi.',
    in: 'Masuk',
    fees: 'Biaya jaringan dan akun',
    from: (who) => `Dari ${who}`,
    to: (who) => `Ke ${who}`,
    notFinal: 'belum final',
    explorer: 'Explorer',
    explorerLabel: (signature) => `Transaksi ${signature} di explorer`,
  },
  operations: {
    kinds: {
      activate: 'Aktivasi',
      withdraw: 'Kiriman',
      rotate: 'Pindah ke passkey lain',
      register_session: 'Sesi game dibuka',
      revoke_session: 'Sesi game diakhiri',
      set_recovery_policy: 'Pemulihan disiapkan',
      vote_recovery: 'Pemulihan disetujui',
      cancel_recovery: 'Pemulihan dihentikan',
      finish_recovery: 'Pemulihan selesai',
    },
    states: {
      prepared: 'Berjalan',
      confirmed: 'Terkonfirmasi',
      finalized: 'Final',
      failed: 'Gagal',
      expired: 'Tidak terkirim',
      superseded: 'Digantikan',
    },
    fees: (amount) => `biaya ${amount}`,
    byPid: 'Dibayar PID',
    byPlayer: (amount) => `Kamu membayar ${amount}`,
    returned: (amount) => `${amount} dikembalikan kepadamu`,
    rent: (amount) => `ditambah deposit akun token penerima ${amount}`,
  },
};
