const indonesian = {
  title: 'Tiga Sebaris',
  board: 'Papan',
  signIn: 'Masuk dengan PID',
  open: 'Mulai sesi',
  renew: 'Perpanjang sesi',
  footer:
    'Setiap langkah adalah satu transaksi di blockchain Solana, ditandatangani kunci di browser ini yang hanya bisa memainkan game ini.',
  language: 'English',
  signInFirst: 'Masuk dulu untuk bermain.',
  openFirst: 'Mulai sesi sekali saja; setelah itu kamu melangkah tanpa konfirmasi.',
  settingUp: 'Menyiapkan papan …',
  yourMove: 'Giliranmu. Kamu ✕.',
  onItsWay: 'Dikirim ke blockchain …',
  confirmed: (seconds: string) => `Tercatat dalam ${seconds} detik, tanpa konfirmasi.`,
  score: (wins: number, losses: number, draws: number) => `${wins} menang · ${losses} kalah · ${draws} seri`,
  square: (cell: number, side: 'empty' | 'player' | 'house') =>
    `Kotak ${cell}: ${{ empty: 'kosong', player: 'kamu', house: 'lawan' }[side]}`,
  shop: 'Toko',
  item: 'Silang emas',
  itemAbout: 'Tanda ✕ milikmu jadi emas.',
  buy: (price: string) => `Beli ${price}`,
  owned: 'Sudah jadi milikmu',
  toPid: 'Bayar di jendela PID …',
  delivering: 'Uangmu ditahan. Barangnya sedang diberikan …',
  delivered: 'Selesai! Silang emas sekarang milikmu.',
  declined: 'Tidak jadi dibeli. Uangmu tidak berkurang.',
  expired: 'Waktunya habis. Uangmu tidak berkurang; coba beli lagi.',
  closed: 'Jendela ditutup. Kalau sudah kamu bayar, barangnya otomatis datang.',
  later: 'Belum sampai. Barangnya otomatis datang, atau uangmu kembali.',
  wrong: 'Ada yang salah. Coba lagi.',
};

const english: typeof indonesian = {
  title: 'Three in a Row',
  board: 'Board',
  signIn: 'Sign in with PID',
  open: 'Open a session',
  renew: 'Renew the session',
  footer:
    'Every move is a transaction on the Solana blockchain, signed by a key in this browser that can only play this game.',
  language: 'Indonesia',
  signInFirst: 'Sign in to play.',
  openFirst: 'Open a session once. Then you move without a prompt.',
  settingUp: 'Setting up the board …',
  yourMove: 'Your move. You are ✕.',
  onItsWay: 'Sending to the blockchain …',
  confirmed: (seconds) => `Confirmed in ${seconds} s, without a prompt.`,
  score: (wins, losses, draws) => `${wins} won · ${losses} lost · ${draws} drawn`,
  square: (cell, side) => `Square ${cell}: ${side}`,
  shop: 'Shop',
  item: 'Golden crosses',
  itemAbout: 'Your ✕ turns to gold.',
  buy: (price) => `Buy for ${price}`,
  owned: 'Already yours',
  toPid: 'Pay in the PID window …',
  delivering: 'Your money is held. The item is on its way …',
  delivered: 'Done! The golden crosses are yours.',
  declined: 'Not bought. You did not pay anything.',
  expired: 'Time is up. You did not pay anything. Try again.',
  closed: 'The window was closed. If you have paid, the item comes automatically.',
  later: 'Not here yet. It comes automatically, or your money comes back.',
  wrong: 'Something went wrong. Try again.',
};

const key = 'language';
const chosen = localStorage.getItem(key) ?? navigator.language;
export const language: 'id' | 'en' = chosen.startsWith('id') ? 'id' : 'en';
export const words = language === 'id' ? indonesian : english;

export function otherLanguage(): void {
  localStorage.setItem(key, language === 'id' ? 'en' : 'id');
  location.reload();
}
