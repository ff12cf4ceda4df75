import type { TaskText } from './tasks.en.ts';

export const text: TaskText = {
  form: {
    asset: 'Aset',
    available: (amount) => `${amount} tersedia`,
    to: 'Kepada',
    toHint: 'Nama pemain, misalnya budi@pid, atau alamat dompet Solana.',
    toInvalid: 'Ini bukan nama pemain dan bukan alamat Solana. Periksa lagi.',
    toNobody: 'Tidak ada pemain dengan nama itu. Periksa ejaannya.',
    paste: 'Tempel',
    pasteFailed: 'Browser tidak mengizinkan tempel. Tekan lama kolomnya, lalu tempel.',
    scan: 'Pindai QR',
    scanHint: 'Kode dompet, pemain, atau permintaan pembayaran.',
    notInCode: 'Ini tidak berisi nama pemain, alamat Solana, atau permintaan pembayaran.',
    toOwn: 'Ini dompetmu sendiri. Masukkan alamat lain.',
    amount: 'Jumlah',
    amountInvalid: 'Tulis angka, misalnya 0,5.',
    nothing: 'Tulis lebih dari nol.',
    tooMuch: 'Isi dompet tidak cukup untuk jumlah ini dan biayanya.',
    dust: (rest) => `Sisanya akan terlalu sedikit. Ambil semuanya, atau sisakan paling sedikit ${rest}.`,
    max: 'Semua',
    review: 'Periksa',
  },
  request: {
    title: 'Permintaan pembayaran',
    body: 'Ini ditulis pembuat kodenya. Bayar hanya kalau kamu tahu untuk apa.',
    amount: 'Yang diminta',
    label: 'Mengaku sebagai',
    message: 'Pesan',
    memo: 'Catatan di blockchain, bisa dibaca siapa saja',
    reference: 'Nomor pesanan di blockchain',
    references: (count) => (count === 1 ? 'Disertakan' : `${count} disertakan`),
    discard: 'Buang permintaan ini',
    noAsset: (name) => `Permintaan ini meminta ${name}, yang tidak ada di dompetmu.`,
    problems: {
      broken: 'Permintaan pembayaran ini tidak terbaca. Minta yang baru.',
      website:
        'Kode ini menyuruh situs lain menulis transaksinya. PID tidak menandatangani yang seperti itu. Minta kode dengan alamat tetap.',
      'too-long':
        'Catatan di permintaan pembayaran ini terlalu panjang untuk satu transaksi. Minta yang baru.',
      unknown: (parameter) =>
        `Permintaan pembayaran ini mensyaratkan hal yang tidak dikenal PID (“${parameter}”). Tidak ada yang diisi.`,
    },
  },
  review: {
    title: 'Periksa sebelum menandatangani',
    warning: 'Transaksi blockchain tidak bisa dibatalkan. Cocokkan alamatnya huruf demi huruf.',
    warningPlayer: 'Transaksi blockchain tidak bisa dibatalkan. Cocokkan namanya huruf demi huruf.',
    signerSynced: (name) =>
      `Passkey “${name}” akan diminta. Passkey itu ada di semua perangkat yang menyinkronkan passkey-mu.`,
    signerDevice: (name) => `Passkey “${name}” akan diminta. Passkey itu hanya ada di satu perangkat.`,
    signerMissing: (name) => `“${name}” belum menandatangani`,
    signerMissingSynced:
      'Hanya passkey ini yang bisa menandatangani. Kalau tidak ada di perangkat ini, masuk di sini ke akun penyimpan passkey-mu, atau buka halaman ini di perangkat yang punya. Belum ada yang dikirim.',
    signerMissingDevice:
      'Hanya passkey ini yang bisa menandatangani. Kalau ada di perangkat lain, buka halaman ini di sana, atau pilih “perangkat lain” saat browser bertanya, lalu pindai kode QR-nya. Belum ada yang dikirim.',
    signerLost: 'Perangkatnya hilang?',
    send: 'Penerima dapat',
    to: 'Alamat',
    networkFee: 'Biaya jaringan',
    everything: (amount) => `Semuanya (saat ini ${amount})`,
    everythingBody: 'Yang dikirim: seluruh isi dompet saat itu, dikurangi biaya.',
    rent: 'Deposit akun token baru penerima',
    protocolFee: 'Biaya PID',
    total: 'Keluar dari dompetmu',
    change: 'Ubah',
    sign: 'Tanda tangani dengan passkey',
  },
  rotate: {
    body: 'Mulai saat itu passkey lain yang menjaga dompet. Kamu tidak membayar apa pun.',
    consequences: [
      'Passkey yang menjaganya sekarang dihapus dari identitasmu.',
      'Semua sesi game yang terbuka berakhir.',
      'Jaga passkey baru itu baik-baik: tanpa passkey itu, tidak ada yang bisa membuka dompet, PID pun tidak.',
    ],
    choose: 'Passkey baru',
    unproven: 'Masuk sekali dengan passkey itu, baru bisa mengambil alih.',
    none: 'Kamu tidak punya passkey lain. Tambahkan di perangkat lain lewat Keamanan, lalu kembali ke sini.',
    toSecurity: 'Ke Keamanan',
    submit: 'Tanda tangani dengan passkey lama',
  },
};
