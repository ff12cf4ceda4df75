import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Keluar membawa milikmu',
  lead: 'Halaman ini mengeluarkan semua isi dompetmu hanya dengan passkey-mu. Server PID tidak dipakai, jadi halaman ini tetap berfungsi saat server itu tidak ada, saat kamu ditangguhkan, atau saat kamu memang ingin keluar.',
  needs:
    'Yang diperlukan: passkey-mu, server RPC blockchain, dan dompet atau kunci dengan sedikit SOL untuk biaya jaringan.',
  save: 'Passkey-mu hanya berlaku di alamat web ini. Simpan salinan halaman ini kalau-kalau PID tutup:',
  saveLink: 'simpan sebagai satu file',
  saved:
    'Ini salinan yang perlu disimpan. Semua yang diperlukan ada di file ini. Dibuka sebagai file atau di alamat lain, salinan ini bisa menyetujui dengan lembar pemulihan dan menyelesaikan pemulihan. Passkey hanya bisa menandatangani di alamat tempat kamu memakai PID.',
  find: {
    title: '1. Temukan dompetmu',
    pid: 'Nama pemainmu',
    pidHint: 'Misalnya maya@pid.',
    rpc: 'Server RPC',
    rpcHint: 'Server RPC Solana pilihanmu sendiri, bukan kiriman orang lain.',
    program: 'Program dompet',
    programHint: 'Alamatnya di blockchain. Ambil dari sumber yang kamu percaya.',
    genesis: 'Blockchain (genesis hash)',
    genesisUnknown: 'belum diketahui halaman ini',
    unsealed:
      'Salinan halaman ini tidak mengenal program dompetnya. Program yang salah bisa mencuri uangmu: ketik hanya yang kamu yakini.',
    submit: 'Cari',
  },
  take: {
    title: '2. Apa yang dikirim, dan ke mana',
    what: 'Yang dikeluarkan',
    everything: 'Semua yang tersisa',
    everythingHint: 'Seluruh isi dompet saat transaksi diproses.',
    amount: 'Jumlah',
    to: 'Ke dompet mana',
    toHint: 'Alamat dompet Solana milikmu.',
    sol: 'SOL',
    token: (mint) => `Token ${mint}`,
    find: 'Cari token dengan alamat mint',
    findHint: (shown, all) => `Daftar ini menampilkan ${shown} dari ${all} token.`,
    reading: (count) => (count === 0 ? 'Mencari token …' : `${count} token terbaca …`),
    noTokens: 'Token tidak bisa dibaca. SOL tetap bisa dikeluarkan.',
    readTokens: 'Baca token lagi',
    frozen: (count) => `Token yang dibekukan penerbitnya, tidak ada yang bisa memindahkannya: ${count}.`,
    leftOut: (count) => `Dilewati karena tidak seperti token milik dompet ini: ${count}.`,
    other: 'Cari lagi',
  },
  pay: {
    title: '3. Siapa yang membayar biaya jaringan',
    body: 'Harus ada yang membayar biaya jaringan yang sangat kecil. Untuk token, pembayar juga memberi deposit sedikit SOL kalau penerima belum pernah punya token itu. Belum ada yang ditandatangani: kamu lihat semuanya dulu.',
    wallet: (name) => `Bayar dengan ${name}`,
    noWallet: 'Tidak ada dompet browser. Pasang satu, atau tempel kunci.',
    key: 'Kunci rahasia akun mana pun yang punya sedikit SOL',
    keyHint: 'Hanya ada di memori halaman ini dan dihapus saat ditutup. Pakai akun baru, bukan tabunganmu.',
    withKey: 'Bayar dengan kunci ini',
  },
  review: {
    title: '4. Periksa sebelum menandatangani',
    what: 'Keluar dari dompetmu',
    everything: (now) => `Semua yang tersisa (sekarang ${now})`,
    mint: 'Mint token',
    from: 'Dari brankasmu',
    to: 'Ke dompet',
    payer: 'Pembayar jaringan',
    pays: (lamports) => `sekitar ${lamports}, tidak lebih`,
    until: 'Berlaku sampai',
    instructions: 'Yang dilakukan transaksi ini, berurutan, dan dengan program mana',
    makesAccount: (lamports) =>
      `Membuat akun token ini untuk penerima. Pembayar memberi deposit ${lamports}.`,
    checksPasskey: 'Jaringan memeriksa tanda tangan passkey-mu.',
    takesOut: (amount) => `Program dompet mengirim ${amount} dari brankasmu ke penerima.`,
    signers: (makesAccount) =>
      makesAccount
        ? 'Dua tanda tangan: passkey-mu, hanya untuk exit ini; dan pembayar, untuk biaya dan pembuatan akun itu.'
        : 'Dua tanda tangan: passkey-mu, hanya untuk exit ini; dan pembayar, hanya untuk biayanya.',
    payerApart: 'Program dompet tidak menerima tanda tangan pembayar.',
    payerReceives: 'Pembayar juga penerimanya, jadi program dompet melihat tanda tangannya.',
    raw: 'Tampilkan byte demi byte',
    toBeSigned: '(diikuti yang ditandatangani passkey-mu)',
    sign: 'Tanda tangani dan kirim',
    send: 'Kirim',
    back: 'Ubah',
  },
  claim: {
    title: 'Dompet ini belum pernah diaktifkan',
    body: 'Belum ada passkey yang menjaganya. Dengan sertifikat dari halaman dompet dan passkey-mu, kamu bisa mengklaimnya di sini. Tiga puluh hari kemudian dompet ini milikmu, dan isinya bisa kamu keluarkan.',
    vault: 'Brankasmu',
    holds: 'Isinya',
    certificateTitle: '2. Sertifikatmu',
    certificateBody:
      'Halaman dompet menyimpannya sebagai file. Ini bukan rahasia: tanpa passkey-mu, tidak ada yang bisa memakainya.',
    file: 'File sertifikat',
    fileHint: 'Namanya diawali pid-certificate.',
    kept: 'Perangkat ini sudah menyimpannya. Pilih file hanya kalau lebih baru.',
    passkey: 'Untuk passkey mana',
    passkeyHint: 'Browser akan meminta passkey ini saja.',
    option: (id, issued) => `${issued} · ${id}…`,
    payBody:
      'Harus ada yang membayar biaya jaringan yang sangat kecil dan deposit kecil untuk klaim. Depositnya masuk ke dompetmu saat klaim ditutup. Belum ada yang ditandatangani: kamu lihat semuanya dulu.',
    goesTo: 'Kunci passkey yang menerima dompet',
    issued: 'Sertifikat dibuat',
    registrar: 'Ditandatangani pendaftar',
    paysRent: (lamports) => `Pembayar memberi deposit ${lamports} di klaim.`,
    checksCertificate: 'Jaringan memeriksa tanda tangan pendaftar di sertifikat.',
    opens:
      'Program dompet membuka klaim. Klaim menunggu tiga puluh hari; selama itu aktivasi atau sertifikat yang lebih baru mengakhirinya.',
    signers: (pays) =>
      pays
        ? 'Dua tanda tangan: passkey-mu, hanya untuk klaim ini; dan pembayar, untuk biaya dan deposit. Program dompet tidak menerima tanda tangan pembayar.'
        : 'Dua tanda tangan: passkey-mu, hanya untuk klaim ini; dan pembayar, hanya untuk biayanya. Program dompet tidak menerima tanda tangan pembayar.',
    waitingTitle: 'Klaim sudah terbuka',
    readyTitle: 'Waktu tunggu selesai',
    readyAt: 'Bisa diselesaikan mulai',
    waitingBody:
      'Sampai saat itu tidak ada yang perlu dilakukan. Buka halaman ini, atau salinannya, pada hari itu atau sesudahnya. Waktunya menurut server RPC-mu; blockchain yang menentukan.',
    readyBody:
      'Siapa pun bisa menyelesaikannya sekarang: dompet menjadi milik passkey itu, siapa pun pengirimnya.',
    known: 'Klaim ini untuk passkey yang sertifikatnya tersimpan di perangkat ini.',
    unknown:
      'Perangkat ini tidak mengenal passkey di klaim ini. Kalau bukan kamu yang membukanya, gantikan dengan sertifikatmu yang lebih baru sebelum diselesaikan.',
    displace: 'Aku punya sertifikat lebih baru',
    ended:
      'Ada klaim, tapi pendaftarnya sudah diganti, jadi tidak bisa diselesaikan. Sertifikat dari pendaftar baru menggantikannya.',
    finishTitle: 'Siapa yang membayar biaya jaringan',
    finishBody:
      'Harus ada yang membayar biaya jaringan yang sangat kecil. Belum ada yang ditandatangani: kamu lihat semuanya dulu.',
    finishes:
      'Program dompet mengaktifkan dompet untuk passkey di klaim. Dompet membayar deposit akunnya, sekitar 0,0015 SOL.',
    payerOnly: 'Satu tanda tangan: pembayar, hanya untuk biayanya.',
    closeTitle: 'Klaim masih memegang depositnya',
    closeBody: 'Dompet sudah aktif, jadi klaim ini tidak diperlukan lagi. Menutupnya mengembalikan deposit.',
    rentTo: 'Deposit dikembalikan ke',
    close: 'Tutup klaim',
    closes: 'Program dompet menutup klaim dan mengirim depositnya ke sana.',
    done: {
      claim: {
        title: 'Klaim terbuka',
        body: 'Bisa diselesaikan tiga puluh hari lagi. Simpan salinan halaman ini dan passkey-mu sampai saat itu.',
        next: 'Lihat klaimnya',
      },
      finish: {
        title: 'Dompet ini milikmu',
        body: 'Sekarang passkey-mu yang menjaganya. Keluarkan isinya.',
        next: 'Lanjut',
      },
      close: {
        title: 'Klaim sudah ditutup',
        body: 'Depositnya sudah kembali.',
        next: 'Lanjut',
      },
    },
  },
  recovery: {
    title: 'Pemulihan',
    body: 'Passkey hilang, atau kamu penjaga seseorang? Pilih, pakai, dan hentikan penjaga di sini, tanpa PID.',
    open: 'Buka pemulihan',
  },
  noPasskeys: {
    title: 'Passkey tidak berfungsi di halaman ini.',
    works:
      'Menyetujui dengan lembar pemulihan bisa di sini, begitu juga menyelesaikan pemulihan atau klaim. Ketik kata-kata lembar hanya di salinan yang kamu simpan sendiri.',
  },
  steps: {
    passkey: 'Tanda tangani dengan passkey',
    send: 'Dikirim ke blockchain',
    confirmed: 'Terkonfirmasi',
  },
  signature: 'Tanda tangan transaksi',
  signatureHint: 'Terkonfirmasi menurut server RPC-mu. Cari tanda tangan ini di server lain supaya yakin.',
  copySignature: 'Salin tanda tangan',
  doneTitle: 'Terkirim',
  doneBody: (amount, to) => `Dikirim ke ${to}: ${amount}`,
  again: 'Keluarkan yang lain',
  program: (sentence) => `Program dompet menolak: ${sentence}.`,
  unreachable:
    'Server RPC tidak menjawab. Periksa alamatnya, atau coba server lain yang menerima permintaan dari halaman web.',
  senseless: 'Jawaban server RPC tidak valid. Coba server lain.',
  refused: 'Server RPC menolak permintaan. Kalau terjadi lagi, coba server lain.',
  refusedWords: 'Pesan dari server',
  problems: {
    badPid: 'Nama pemain diakhiri @pid, misalnya maya@pid. Periksa lagi.',
    badProgram: 'Alamat programnya tidak benar. Periksa lagi.',
    badUrl: 'Server RPC perlu alamat https (http hanya di mesin ini).',
    noProgramHere:
      'Program dompet tidak ada di blockchain ini. Mungkin server RPC-nya milik blockchain lain.',
    otherChain:
      'Server RPC ini milik blockchain lain. Pakai server dari blockchain yang disebut halaman ini.',
    otherHost:
      'Browser hanya mengizinkan passkey menandatangani di alamat web tempat passkey itu dibuat. Menurut server RPC ini, passkey dompet ini milik alamat lain. Coba server lain, atau buka /exit di alamat tempat kamu memakai PID.',
    openedAsFile:
      'Browser hanya mengizinkan passkey menandatangani di alamat web tempat passkey itu dibuat, dan halaman yang dibuka sebagai file tidak punya alamat. Buka /exit di alamat tempat kamu memakai PID, atau sajikan file ini di alamat itu.',
    clockDiffers:
      'Waktu server RPC lebih dari lima menit di depan perangkat ini. Setel jam perangkatmu, atau coba server lain.',
    claimTime:
      'Menurut server RPC ini, klaimnya menunggu lebih dari tiga puluh hari, padahal itu tidak mungkin. Setel jam perangkatmu, atau coba server lain.',
    noCertificate: 'Pilih sertifikatmu dulu.',
    badCertificate: 'File itu bukan sertifikat. Pakai file JSON yang disimpan dari halaman dompet.',
    certificateProgram: 'Sertifikat ini untuk program dompet lain, bukan yang di halaman ini.',
    certificateChain: 'Sertifikat ini untuk blockchain lain, bukan yang di halaman ini.',
    certificatePlayer: 'Sertifikat ini untuk pemain lain. Periksa nama pemain di atas.',
    certificateHost: 'Sertifikat ini untuk passkey dari alamat web lain.',
    certificateRegistrar:
      'Menurut server RPC ini, pendaftar yang menandatangani sertifikat sudah diganti. Kamu perlu sertifikat yang lebih baru. Kalau ragu, coba server lain.',
    certificateForged: 'Sertifikat ini tidak ditandatangani pendaftar: ada isinya yang diubah.',
    certificateNotLater:
      'Sudah ada klaim dengan sertifikat yang sama baru atau lebih baru. Hanya sertifikat yang lebih baru yang bisa menggantikannya.',
    badDestination: 'Itu bukan alamat Solana. Periksa lalu tempel lagi.',
    payerReceives:
      'Salinan halaman ini tidak mengenal program dompetnya, jadi penerima tidak boleh sekaligus pembayar. Pakai pembayar lain.',
    badAmount: 'Masukkan angka di atas nol, paling banyak isi dompet.',
    otherPasskey: 'Passkey itu tidak menjaga dompet ini. Coba lagi dan pilih yang menjaganya.',
    browserWords: 'Blockchain tidak menerima tanda tangan dari browser ini. Coba browser lain.',
    badKey: 'Itu bukan kunci rahasia: isinya 64 byte, dalam base58 atau daftar angka.',
    keyUnsupported:
      'Browser ini tidak bisa memakai kunci yang ditempel. Pakai browser yang lebih baru, atau dompet browser.',
    walletRefused: 'Dompet browser tidak menandatangani. Coba lagi, atau tempel kunci.',
    notConfirmed:
      'Sudah dikirim tapi belum terkonfirmasi. Cari dompetnya lagi sebelum mencoba lagi. Exit yang sama tidak bisa terjadi dua kali.',
    badNewKey: 'Itu bukan kunci passkey: isinya 66 angka dan huruf. Salin lagi.',
    sameKey: 'Kunci itu sudah menjaga dompet ini.',
    browserKey: 'Browser ini tidak menunjukkan kunci passkey baru. Pakai browser yang lebih baru.',
    badWords: 'Itu bukan dua belas kata dari lembar pemulihan. Periksa ejaannya satu per satu.',
    otherSheet: 'Kata-katanya bukan dari lembar itu. Periksa lagi, atau cari lembar yang benar.',
    friendUnknown: 'Pemain ini tidak punya dompet aktif, jadi tidak bisa menyetujui:',
    guardsItself: 'Dompet ini tidak bisa menjaga dirinya sendiri. Pilih pemain lain.',
    policyTerms:
      'Pilih satu sampai lima penjaga. Yang harus setuju paling banyak semuanya, dan harinya 1 sampai 30.',
    noGuardians: 'Dompet ini belum punya penjaga.',
  },
};
