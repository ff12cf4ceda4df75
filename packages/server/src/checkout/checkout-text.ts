/** The two languages of the hosted pages. */
const english = {
  language: 'en',
  title: 'Top up your balance',
  to: 'To',
  credited: 'Credited to the balance',
  globalFee: 'Service fee',
  appFee: 'App fee',
  providerFee: 'Payment fee',
  total: 'Total to pay',
  expires: 'Pay before',
  pay: (total: string) => `Pay ${total}`,
  fail: 'Let the payment fail',
  sandbox:
    'This is a sandbox: no money moves. The buttons stand in for a payment provider on your own machine.',
  goOn: 'Continue to payment',
  goOnHint: 'The payment itself happens on the page of our payment provider.',
  check: 'I have paid, check again',
  waiting: 'Waiting for the payment provider to confirm. This page looks again by itself.',
  back: 'Back',
  backToApp: (host: string) => `Back to ${host}`,
  states: {
    pending: 'Waiting for payment',
    paid: 'Paid. The balance has been topped up.',
    expired:
      'This checkout has expired. Nothing was charged; a payment that was already on its way will still be credited.',
    failed: 'The payment failed. Nothing was charged.',
    refunded: 'This payment was refunded.',
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
  title: 'Isi saldo',
  to: 'Untuk',
  credited: 'Masuk ke saldo',
  globalFee: 'Biaya layanan',
  appFee: 'Biaya aplikasi',
  providerFee: 'Biaya pembayaran',
  total: 'Total bayar',
  expires: 'Bayar sebelum',
  pay: (total) => `Bayar ${total}`,
  fail: 'Gagalkan pembayaran',
  sandbox:
    'Ini sandbox: tidak ada uang yang berpindah. Tombol ini menggantikan penyedia pembayaran di komputer Anda sendiri.',
  goOn: 'Lanjut ke pembayaran',
  goOnHint: 'Pembayaran dilakukan di halaman penyedia pembayaran kami.',
  check: 'Saya sudah bayar, periksa lagi',
  waiting: 'Menunggu konfirmasi penyedia pembayaran. Halaman ini memeriksa sendiri.',
  back: 'Kembali',
  backToApp: (host) => `Kembali ke ${host}`,
  states: {
    pending: 'Menunggu pembayaran',
    paid: 'Lunas. Saldo sudah terisi.',
    expired:
      'Checkout ini sudah kedaluwarsa. Tidak ada yang ditagih; pembayaran yang sudah berjalan tetap akan dikreditkan.',
    failed: 'Pembayaran gagal. Tidak ada yang ditagih.',
    refunded: 'Pembayaran ini sudah dikembalikan.',
  },
  notFoundTitle: 'Checkout tidak ditemukan',
  notFound: 'Tautan tidak lengkap atau salah. Buka lagi dari tempat Anda mendapatkannya.',
  refusedTitle: 'Tidak berhasil',
  foreign: 'Permintaan ini datang dari situs lain dan ditolak.',
  invalid: 'outcome harus paid atau failed',
  busy: 'Penyedia pembayaran sedang tidak menjawab. Tidak ada yang ditagih. Coba lagi sebentar lagi.',
  tooMany: 'Terlalu banyak permintaan. Coba lagi dalam satu menit.',
};

/** The first language that the browser asks for and we have. */
export function chooseText(acceptLanguage: string | undefined): CheckoutText {
  const wanted = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2));
  return wanted.find((language) => language === 'id' || language === 'en') === 'id' ? indonesian : english;
}
