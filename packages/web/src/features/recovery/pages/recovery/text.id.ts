import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pemulihan',
  lead: 'Cara masuk lagi kalau ponselmu hilang, dan cara menghentikan orang yang berpura-pura jadi kamu.',
  safeTitle: 'Kamu aman kalau ponselmu hilang',
  safe: 'Penjagamu bisa menyetujui passkey baru. Selama masih punya passkey, kamu bisa menghentikan mereka.',
  safePaper:
    'Dengan lembar pemulihanmu, kamu bisa memasang passkey baru sendiri. Selama masih punya passkey, kamu bisa menghentikan siapa pun yang mencobanya.',
  unreachableTitle: 'Jumlah penjagamu kurang',
  unreachable:
    'Ada penjaga yang berhenti, dan yang tersisa tidak cukup. Kalau passkey-mu hilang sekarang, isi dompetmu ikut hilang. Pilih penjaga baru dan tanda tangani dengan passkey-mu.',
  left: 'bukan lagi penjagamu',
  riskTitle: 'Kalau passkey-mu hilang, isi dompetmu ikut hilang',
  risk: 'Tidak ada yang bisa membukanya untukmu, PID pun tidak. Passkey kedua saja tidak cukup: dompetmu hanya dijaga satu passkey. Menyiapkan pemulihan hanya lima menit.',
  noWalletTitle: 'Akunmu kembali setelah tujuh hari',
  noWallet:
    'Dompetmu belum aktif, jadi isinya tidak ikut hilang kalau passkey-mu hilang. Kalau semua passkey-mu hilang, masuk dengan akun tertaut dan mulai pemulihan di sini. Setelah tujuh hari, passkey baru mengambil alih.',
  guardiansTitle: 'Penjagamu',
  guardian: { passkey: 'Passkey-mu yang lain', sheet: 'Lembar pemulihanmu', account: 'Seorang pemain' },
  terms: (threshold, count, days) =>
    `${threshold} dari ${count} harus setuju. Lalu kamu punya ${days} hari untuk menghentikannya. Siapa pun bisa membaca ini di blockchain.`,
  drill: 'Coba lembar pemulihanmu',
  drillHint: 'Ketik dua belas katanya. Kata itu tetap di halaman ini, dan tidak ada yang berubah.',
  drillGood: 'Kata-katanya benar. Simpan kembali di tempat yang aman.',
  drillBad: 'Ini bukan kata dari lembarmu. Cari lembar yang benar, atau buat yang baru.',
  check: 'Periksa kata-katanya',
  remove: 'Hapus penjaga',
  removeBody:
    'Tanpa penjaga, isi dompetmu ikut hilang kalau passkey-mu hilang. Tanda tangani penghapusan ini dengan passkey-mu.',
  removeSign: 'Hapus dengan passkey',
  removed: 'Penjaga dihapus',
  change: 'Pilih penjaga lain',
  setUp: 'Siapkan pemulihan',
  chooseTitle: 'Siapa yang membantumu?',
  chooseSheet: 'Selembar kertas',
  chooseSheetBody: 'Dua belas kata yang kamu cetak atau tulis, lalu simpan di rumah.',
  chooseFriends: 'Teman',
  chooseFriendsBody: 'Pemain dengan dompet aktif yang bisa kamu telepon. Lebih dari separuh harus setuju.',
  choosePasskey: 'Passkey-ku yang lain',
  choosePasskeyBody: 'Passkey kedua di perangkat lain, misalnya tablet atau kunci keamanan.',
  noOtherPasskey: 'Kamu baru punya satu passkey, dan itu yang menjaga dompetmu.',
  addPasskey: 'Tambah passkey kedua dulu',
  sheetTitle: 'Lembar pemulihanmu',
  sheetBody:
    'Tulis atau cetak kata-kata ini. Siapa pun yang memilikinya bisa mulai mengambil alih akunmu, jadi simpan seaman paspor. PID tidak pernah melihatnya.',
  sheetPlayer: 'Pemain',
  sheetDate: 'Dibuat',
  sheetPlace: 'Dipakai di',
  sheetUse: 'Kalau passkey-mu hilang',
  sheetSteps: (place, days) => [
    `Buka ${place} di ponsel baru, lalu masuk dengan akun tertautmu.`,
    'Tekan “Mulai dengan passkey baru”.',
    'Ketik dua belas katanya.',
    `Tunggu ${days} hari. Setelah itu, passkey baru mengambil alih.`,
  ],
  print: 'Cetak',
  printed: 'Sudah kutulis di kertas',
  proveTitle: 'Ketik kata-katanya untuk memeriksa',
  friendsTitle: 'Nama temanmu',
  friendsHint: 'Maksimal lima nama, dipisah spasi: budi_gg citra_d',
  friendFlaws: {
    unknown: (names) => `Tidak ada pemain dengan nama ini: ${names}. Periksa ejaannya.`,
    no_wallet: (names) =>
      `Dompet ${names} belum aktif, jadi belum bisa membantumu. Minta diaktifkan dulu, atau pilih teman lain.`,
    self: () => 'Kamu tidak bisa jadi penjaga untuk dirimu sendiri.',
  },
  next: 'Lanjut',
  back: 'Kembali',
  signTitle: 'Penjagamu nanti',
  signBody: 'Dompetmu membayar sekitar 0,005 SOL sekali untuk mencatatnya di blockchain.',
  sign: 'Tanda tangani dengan passkey',
  done: 'Pemulihan sudah siap',
  runningTitle: 'Pemulihan sedang berjalan',
  running:
    'Seseorang ingin mengganti semua passkey-mu dengan yang baru. Kalau itu bukan kamu, hentikan sekarang.',
  unchanged:
    'Belum ada yang berubah: penjagamu belum setuju. Kalau mereka setuju pun, kamu masih punya beberapa hari untuk menghentikannya.',
  until: 'Kalau tidak kamu hentikan, semua passkey-mu diganti dengan yang baru mulai',
  itIsMe: 'Ini aku, di perangkat lain',
  ownTitle: 'Pemulihanmu sedang berjalan',
  ready: 'Passkey barumu mengambil alih mulai',
  waitChain:
    'Kamu tidak perlu melakukan apa-apa: passkey barumu otomatis mengambil alih. Sampai saat itu, siapa pun yang memegang passkey lamamu bisa menghentikannya.',
  waitDatabase:
    'Setelah itu, buka lagi halaman ini dan tekan satu tombol untuk menyelesaikannya. Sampai saat itu, siapa pun yang memegang passkey lamamu bisa menghentikannya.',
  readyNow: 'Waktu tunggu sudah lewat. Selesaikan pemulihan, dan passkey barumu mengambil alih.',
  agreed: (count, needed) => `${count} dari ${needed} penjaga sudah setuju`,
  approveByPaper: (days) =>
    `Ketik kata-kata di lembar pemulihanmu di bawah ini. Tidak perlu bantuan orang lain. Setelah itu, waktu tunggu ${days} hari dimulai.`,
  callThem: (days) =>
    `Telepon penjagamu dan bacakan nomor ini. Mereka menyetujuinya di halaman mereka. Setelah itu, waktu tunggu ${days} hari dimulai.`,
  found: 'Ponselmu ketemu lagi? Passkey di ponsel itu bisa menghentikan ini.',
  stopOwn: 'Hentikan dengan passkey lamaku',
  wordsHint: 'Dari lembar pemulihanmu. Kata itu tetap di halaman ini.',
  passkeyHint:
    'Passkey yang kamu pilih sebagai penjaga, di perangkat ini atau di perangkat lain yang kamu pegang.',
  number: 'Nomor untuk dicocokkan lewat telepon',
  stop: 'Itu bukan aku: hentikan',
  stopped: 'Pemulihan dihentikan',
  thief: {
    title: 'Sudah dihentikan. Sekarang tutup jalannya',
    body: 'Passkey-mu tidak berubah, dan semua perangkat lain sudah dikeluarkan. Tetapi ada orang yang sempat sejauh ini. Ganti yang sempat mereka pegang:',
    login:
      'Mereka bisa masuk sebagai kamu. Ganti kata sandi semua akun yang tertaut, dan lepas tautan akun yang tidak kamu pakai lagi.',
    sheet: 'Mereka punya kata-kata di lembar pemulihanmu. Musnahkan lembar itu dan buat yang baru di bawah.',
    passkey:
      'Mereka memakai passkey lain yang kamu pilih sebagai penjaga. Pilih penjaga lain di bawah, lalu hapus passkey itu.',
    friends: (names) =>
      `${names || 'Seorang penjaga'} menyetujuinya. Telepon dia: mungkin tertipu, atau ponselnya dipegang orang lain. Kalau ragu, pilih penjaga lain di bawah.`,
    toLogins: 'Periksa akun tertaut',
    toPasskeys: 'Periksa passkey',
    done: 'Semua sudah kuganti',
  },
  finish: 'Selesaikan pemulihan',
  finished: 'Selesai. Passkey barumu mengambil alih dalam satu menit.',
  sheetApprove: 'Pakai lembar pemulihanku',
  words: 'Dua belas kata',
  wordsBad: 'Ini bukan dua belas katanya. Periksa ejaan dan urutan setiap kata.',
  passkeyApprove: 'Setujui dengan passkey-ku yang lain',
  approvedByPasskey: 'Disetujui dengan passkey-mu',
  approvedBySheet: 'Disetujui dengan lembarmu',
  startTitle: 'Passkey-ku hilang',
  startChain:
    'Buat passkey baru di perangkat ini. Penjagamu harus setuju, lalu waktu tunggu dimulai. Setelah itu, passkey baru menggantikan semua passkey lama.',
  startPaper:
    'Buat passkey baru di perangkat ini dan ketik kata-kata di lembar pemulihanmu. Lalu waktu tunggu dimulai. Setelah itu, passkey baru menggantikan semua passkey lama.',
  startDatabase:
    'Buat passkey baru di perangkat ini. Setelah tujuh hari, passkey itu menggantikan semua passkey lama, kecuali salah satunya menghentikan pemulihan ini.',
  startLost:
    'Isi dompetmu tidak kembali dengan cara ini: dompet itu tidak punya penjaga, dan hanya passkey yang hilang bisa memindahkan isinya.',
  start: 'Mulai dengan passkey baru',
  started: 'Pemulihan dimulai',
  guardianLink: 'Aku penjaga siapa saja?',
};
