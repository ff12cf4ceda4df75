/** The two languages of the hosted pages. */
const english = {
  language: 'en',
  languageLabel: 'Language',
  title: 'Top up your balance',
  to: 'To',
  credited: 'Added to balance',
  globalFee: 'Service fee',
  appFee: 'App fee',
  providerFee: 'Payment fee',
  total: 'Total to pay',
  sum: 'Total',
  refunded: 'Given back',
  paidAt: 'Paid',
  expires: 'Pay before',
  left: 'Time left',
  pay: (total: string) => `Pay ${total}`,
  fail: 'Let the payment fail',
  sandboxMethod: 'Sandbox payment',
  sandbox:
    'This is a sandbox: no money moves. The buttons stand in for a payment provider on your own machine.',
  methods: 'QRIS, bank transfer, e‑wallet or card',
  proceed: 'Continue to payment',
  proceedHint: (provider: string) => `You choose and pay on the page of our payment provider, ${provider}.`,
  check: 'I have paid, check again',
  waiting: 'Waiting for the payment provider to confirm. This page looks again by itself.',
  again: 'Try it again',
  back: 'Back',
  backToMoney: 'To your money',
  backToApp: (host: string) => `Back to ${host}`,
  outcomes: {
    pending: 'Waiting for payment',
    paid: 'Paid',
    expired: 'Time ran out',
    failed: 'The payment failed',
    refunded: 'Refunded',
  },
  states: {
    pending: 'Waiting for payment',
    paid: 'The balance has been topped up.',
    expired: 'Nothing was charged. A payment that was already on its way will still be credited.',
    failed: 'Nothing was charged. Try it again, or pay another way.',
    refunded: 'The money went back to whoever paid it.',
  },
  notFoundTitle: 'No such checkout',
  notFound: 'The link is incomplete or wrong. Open it again from where you got it.',
  refusedTitle: 'That did not work',
  foreign: 'This request came from another site and was refused.',
  invalid: 'outcome must be paid or failed',
  busy: 'The payment provider does not answer right now. Nothing was charged. Try again in a moment.',
  tooMany: 'Too many requests. Try again in a minute.',
};

export type CheckoutText = typeof english;

const indonesian: CheckoutText = {
  language: 'id',
  languageLabel: 'Bahasa',
  title: 'Isi saldo',
  to: 'Untuk',
  credited: 'Masuk ke saldo',
  globalFee: 'Biaya layanan',
  appFee: 'Biaya aplikasi',
  providerFee: 'Biaya pembayaran',
  total: 'Total bayar',
  sum: 'Total',
  refunded: 'Dikembalikan',
  paidAt: 'Dibayar',
  expires: 'Bayar sebelum',
  left: 'Sisa waktu',
  pay: (total) => `Bayar ${total}`,
  fail: 'Gagalkan pembayaran',
  sandboxMethod: 'Pembayaran sandbox',
  sandbox:
    'Ini sandbox: tidak ada uang yang berpindah. Tombol ini menggantikan penyedia pembayaran di komputermu sendiri.',
  methods: 'QRIS, transfer bank, e‑wallet, atau kartu',
  proceed: 'Lanjut ke pembayaran',
  proceedHint: (provider) => `Kamu memilih dan membayar di halaman penyedia pembayaran kami, ${provider}.`,
  check: 'Saya sudah bayar, periksa lagi',
  waiting: 'Menunggu konfirmasi penyedia pembayaran. Halaman ini memeriksa sendiri.',
  again: 'Coba lagi',
  back: 'Kembali',
  backToMoney: 'Ke uangmu',
  backToApp: (host) => `Kembali ke ${host}`,
  outcomes: {
    pending: 'Menunggu pembayaran',
    paid: 'Lunas',
    expired: 'Waktu habis',
    failed: 'Pembayaran gagal',
    refunded: 'Dikembalikan',
  },
  states: {
    pending: 'Menunggu pembayaran',
    paid: 'Saldo sudah terisi.',
    expired: 'Tidak ada yang ditagih. Pembayaran yang sudah berjalan tetap akan masuk.',
    failed: 'Tidak ada yang ditagih. Coba lagi, atau bayar dengan cara lain.',
    refunded: 'Uangnya kembali ke yang membayar.',
  },
  notFoundTitle: 'Checkout tidak ditemukan',
  notFound: 'Tautan tidak lengkap atau salah. Buka lagi dari tempat kamu mendapatkannya.',
  refusedTitle: 'Tidak berhasil',
  foreign: 'Permintaan ini datang dari situs lain dan ditolak.',
  invalid: 'outcome harus paid atau failed',
  busy: 'Penyedia pembayaran sedang tidak menjawab. Tidak ada yang ditagih. Coba lagi sebentar lagi.',
  tooMany: 'Terlalu banyak permintaan. Coba lagi dalam satu menit.',
};

/** The language of the link, or the first that the browser asks for and we have. */
export function chooseText(asked: string | undefined, acceptLanguage: string | undefined): CheckoutText {
  if (asked === 'id') return indonesian;
  if (asked === 'en') return english;
  const wanted = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2));
  return wanted.find((language) => language === 'id' || language === 'en') === 'id' ? indonesian : english;
}
