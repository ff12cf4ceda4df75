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
  refunded: 'Refunded amount',
  paidAt: 'Paid on',
  expires: 'Pay before',
  left: 'Time left',
  pay: (total: string) => `Pay ${total}`,
  fail: 'Simulate a failed payment',
  sandboxMethod: 'Sandbox payment',
  sandbox:
    'This is a sandbox: no money moves. These buttons replace the payment provider on your own computer.',
  methods: 'QRIS, bank transfer, e‑wallet or card',
  proceed: 'Continue to payment',
  proceedHint: (provider: string) =>
    `You choose how to pay on the page of our payment provider, ${provider}.`,
  check: 'I have paid: check again',
  waiting: 'Waiting for the payment provider to confirm. This page updates automatically.',
  again: 'Try again',
  back: 'Back',
  backToMoney: 'See your balance',
  backToApp: (host: string) => `Back to ${host}`,
  outcomes: {
    pending: 'Waiting for payment',
    paid: 'Paid',
    expired: 'Top-up expired',
    failed: 'The payment failed',
    refunded: 'Refunded',
  },
  states: {
    pending: 'Waiting for payment',
    paid: 'The money was added to your balance.',
    expired: 'Nothing was charged. If you have already paid, the money will still be added to your balance.',
    failed: 'Nothing was charged. Try again, or pay another way.',
    refunded: 'The money went back to the payer.',
  },
  notFoundTitle: 'Payment page not found',
  notFound: 'The link is incomplete or wrong. Open it again from where you got it.',
  refusedTitle: 'That did not work',
  foreign: 'This request came from another site and was refused.',
  invalid: 'outcome must be paid or failed',
  busy: 'The payment provider is not responding right now. Nothing was charged. Try again in a moment.',
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
  paidAt: 'Dibayar pada',
  expires: 'Bayar sebelum',
  left: 'Sisa waktu',
  pay: (total) => `Bayar ${total}`,
  fail: 'Simulasikan pembayaran gagal',
  sandboxMethod: 'Pembayaran sandbox',
  sandbox:
    'Ini sandbox: tidak ada uang yang berpindah. Tombol-tombol ini menggantikan penyedia pembayaran di komputermu sendiri.',
  methods: 'QRIS, transfer bank, e‑wallet, atau kartu',
  proceed: 'Lanjut ke pembayaran',
  proceedHint: (provider) => `Kamu memilih cara bayar di halaman penyedia pembayaran kami, ${provider}.`,
  check: 'Aku sudah bayar: periksa lagi',
  waiting: 'Menunggu konfirmasi penyedia pembayaran. Halaman ini otomatis diperbarui.',
  again: 'Coba lagi',
  back: 'Kembali',
  backToMoney: 'Lihat saldo',
  backToApp: (host) => `Kembali ke ${host}`,
  outcomes: {
    pending: 'Menunggu pembayaran',
    paid: 'Lunas',
    expired: 'Isi saldo kedaluwarsa',
    failed: 'Pembayaran gagal',
    refunded: 'Dikembalikan',
  },
  states: {
    pending: 'Menunggu pembayaran',
    paid: 'Uangnya sudah masuk ke saldomu.',
    expired: 'Tidak ada yang ditagih. Kalau kamu sudah membayar, uangnya tetap akan masuk ke saldomu.',
    failed: 'Tidak ada yang ditagih. Coba lagi, atau bayar dengan cara lain.',
    refunded: 'Uangnya sudah kembali ke pembayar.',
  },
  notFoundTitle: 'Halaman pembayaran tidak ditemukan',
  notFound: 'Tautan tidak lengkap atau salah. Buka lagi dari tempat kamu mendapatkannya.',
  refusedTitle: 'Tidak berhasil',
  foreign: 'Permintaan ini datang dari situs lain dan ditolak.',
  invalid: 'outcome harus paid atau failed',
  busy: 'Penyedia pembayaran sedang tidak menjawab. Tidak ada yang ditagih. Coba beberapa saat lagi.',
  tooMany: 'Terlalu banyak permintaan. Coba lagi dalam satu menit.',
};

/** Uses the language of the link, or the first supported one in Accept-Language. */
export function chooseText(asked: string | undefined, acceptLanguage: string | undefined): CheckoutText {
  if (asked === 'id') return indonesian;
  if (asked === 'en') return english;
  const wanted = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2));
  return wanted.find((language) => language === 'id' || language === 'en') === 'id' ? indonesian : english;
}
