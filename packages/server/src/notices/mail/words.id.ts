import type { DelicateField } from '../notice-types.ts';
import { chainAmount, listed, rupiah, type MailWords } from './words.en.ts';

const changedFields: Readonly<Record<DelicateField, string>> = {
  origins: 'origin',
  redirectUris: 'alamat pengalihan',
  contact: 'kontak',
  deviceFlow: 'masuk lewat perangkat',
  fees: 'biaya yang lebih tinggi',
  requireSecret: 'rahasia tidak lagi diwajibkan',
  scopes: 'cakupan',
};

export const words: MailWords = {
  greeting: (pid) => `Halo ${pid},`,
  subjects: {
    'passkey.added': 'Passkey ditambahkan ke PID kamu',
    'passkey.approval_asked': 'Passkey baru meminta persetujuanmu',
    'passkey.approved': 'Passkey tambahan disetujui untuk PID kamu',
    'passkey.removed': 'Passkey dihapus dari PID kamu',
    'login.linked': 'Akun masuk ditautkan ke PID kamu',
    'login.unlinked': 'Tautan akun masuk dilepas dari PID kamu',
    'session.new_device': 'PID kamu dipakai masuk di perangkat baru',
    'app.connected': 'Aplikasi terhubung ke PID kamu',
    'app.paused': 'Aplikasimu dijeda',
    'app.resumed': 'Aplikasimu tidak lagi dijeda',
    'app.changed': 'Aplikasimu diubah',
    'app.verified': 'Aplikasimu terverifikasi',
    'app.verification_refused': 'Aplikasimu tidak diverifikasi',
    'money.sent': 'Uang dikirim dari PID kamu',
    'payment.confirmed': 'Ada pembayaran ke aplikasi dari PID kamu',
    'wallet.withdrawn': 'Ada yang dikirim dari dompet PID kamu',
    'wallet.claim_opened': 'Dompet PID kamu yang belum aktif diklaim',
    'freeze.begun': 'PID kamu dibekukan selama 72 jam',
    'freeze.lifted': 'PID kamu tidak lagi dibekukan',
    'recovery.asked': 'Seseorang meminta penjagamu memulihkan PID kamu',
    'recovery.help_asked': 'Seseorang yang memercayaimu meminta bantuan',
    'recovery.policy_set': 'Penjaga PID kamu ditetapkan',
    'recovery.policy_removed': 'Penjaga PID kamu dihapus',
    'recovery.guardian_left': 'Salah satu penjagamu berhenti',
    'recovery.guardian_named': 'Seseorang memercayaimu sebagai penjaga',
    'recovery.guardian_dropped': 'Kamu bukan lagi penjaga seseorang',
    'recovery.started': 'Seseorang memulai pemulihan PID kamu',
    'recovery.cancelled': 'Pemulihan PID kamu dibatalkan',
    'recovery.finished': 'PID kamu dipulihkan dengan passkey baru',
    'identity.deleted': 'PID kamu telah dihapus',
  },
  sentences: {
    'passkey.added': ({ name }) =>
      `Passkey “${name}” ditambahkan. Passkey ini bisa dipakai untuk masuk dan, nantinya, menyetujui pembayaran.`,
    'passkey.approval_asked': ({ name, fingerprint }) =>
      `Passkey “${name}” dengan nomor ${fingerprint} menunggu persetujuan dari passkey yang sudah kamu punya. Setujui hanya kalau kamu memang sedang menambahkannya sekarang.`,
    'passkey.approved': ({ name }) => `Passkey “${name}” disetujui dan sudah aktif.`,
    'passkey.removed': ({ name }) => `Passkey “${name}” dihapus dan tidak bisa lagi dipakai untuk masuk.`,
    'login.linked': ({ provider }) =>
      `Akun ${provider} ditautkan dan mulai sekarang bisa dipakai untuk masuk.`,
    'login.unlinked': ({ provider }) =>
      `Tautan akun ${provider} dilepas dan tidak bisa lagi dipakai untuk masuk.`,
    'session.new_device': ({ userAgent }) =>
      `Seseorang masuk dengan browser yang belum pernah dipakai sebelumnya: ${userAgent}.`,
    'app.connected': ({ name }) =>
      `Kamu mengizinkan “${name}” mengetahui siapa kamu. Aplikasi ini bisa membaca profil dan saldomu.`,
    'app.paused': ({ name }) =>
      `PID menjeda aplikasimu “${name}”. Sampai jeda dicabut, tidak ada login, token, maupun pembayaran lewat aplikasi ini, dan para pemainnya melihat bahwa aplikasi ini dijeda. Alasannya ada di halaman aplikasi.`,
    'app.resumed': ({ name }) =>
      `Jeda aplikasimu “${name}” sudah dicabut PID. Login, token, dan pembayaran berjalan lagi; tidak ada yang perlu masuk ulang.`,
    'app.changed': ({ name, fields }) =>
      `Pengaturan aplikasimu “${name}” diubah: ${listed(fields, changedFields)}.`,
    'app.verified': ({ name }) =>
      `PID sudah memverifikasi aplikasimu “${name}”. Pemain melihat lencananya saat masuk, dan tidak membayar biaya layanan lewat aplikasi ini. Nama, logo, atau alamat lain, atau biaya yang lebih tinggi, menghapus lencana itu.`,
    'app.verification_refused': ({ name, reason }) =>
      `PID tidak memverifikasi aplikasimu “${name}”. Alasannya: ${reason} Kamu bisa mengajukan lagi di halaman aplikasi.`,
    'money.sent': ({ to, amount }) => `${rupiah(amount, '.')} dikirim ke ${to}.`,
    'payment.confirmed': ({ app, amount }) => `${rupiah(amount, '.')} dibayar lewat ${app}.`,
    'wallet.withdrawn': ({ asset, amount, to }) =>
      `${amount === 'all' ? 'Semuanya' : chainAmount(asset, amount, ',')} dikirim ke ${to}.`,
    'wallet.claim_opened': ({ readyAt, own }) =>
      own
        ? `Salah satu passkey kamu mengklaim dompetmu di blockchain. Klaim itu bisa diselesaikan mulai ${readyAt}. Mengaktifkan dompet lebih cepat dan mengakhiri klaim itu.`
        : `Passkey yang bukan lagi milikmu mengklaim dompetmu di blockchain. Aktifkan dompet sebelum ${readyAt}: klaim itu langsung berakhir.`,
    'freeze.begun': () =>
      'Seseorang yang memegang tautan dari salah satu email ini menyatakan “ini bukan aku”. Semua perangkat dikeluarkan. Pembayaran, pencairan, dan perubahan keamanan ditahan selama 72 jam, kecuali kamu masuk lagi dan mengonfirmasi dengan passkey. Dompetmu tidak terpengaruh.',
    'freeze.lifted': () => 'Pembekuan dicabut dengan akun masuk dan passkey kamu.',
    'recovery.asked': () =>
      'Belum ada yang berubah. Kalau itu bukan kamu, buka halaman pemulihan dan hentikan dengan passkey-mu.',
    'recovery.help_asked': ({ pid }) =>
      `${pid} memintamu menyetujui passkey baru. Telepon dulu orangnya dan cocokkan nomor di halaman penjaga.`,
    'recovery.policy_set': ({ guardians, threshold, days }) =>
      `Kalau passkey-mu hilang, ${threshold} dari ${guardians} penjaga bisa memasukkan passkey baru; kamu punya ${days} hari untuk menghentikannya. Kalau bukan kamu yang menetapkannya, buka halaman pemulihan dan ubah dengan passkey-mu.`,
    'recovery.policy_removed': () =>
      'Kalau passkey-mu hilang sekarang, isi dompetmu ikut hilang. Kalau bukan kamu yang menghapusnya, tetapkan lagi dengan passkey-mu.',
    'recovery.guardian_left': ({ pid }) =>
      `${pid} tidak lagi menjagamu dan tidak akan membantu kalau passkey-mu hilang. Pilih penjaga lain: di blockchain, hanya passkey-mu yang bisa mengubah siapa penjagamu.`,
    'recovery.guardian_named': ({ pid }) =>
      `${pid} memercayaimu: kalau passkey-nya hilang, kamu diminta menyetujui passkey baru setelah meneleponnya. Kamu tidak membayar apa-apa, dan bisa berhenti kapan saja.`,
    'recovery.guardian_dropped': ({ pid }) =>
      `${pid} memilih penjaga lain. Kamu tidak perlu melakukan apa-apa.`,
    'recovery.started': ({ readyAt }) =>
      `Pemulihan bisa diselesaikan mulai ${readyAt}. Kalau ini bukan kamu, batalkan dengan passkey.`,
    'recovery.cancelled': () => 'Tidak ada yang berubah.',
    'recovery.finished': () => 'Semua passkey sebelumnya dicabut.',
    'identity.deleted': () =>
      'Identitas beserta data pribadinya telah dihapus. Namanya tetap terpakai selamanya. Ini tidak bisa dibatalkan.',
  },
  unknownDevice: 'perangkat yang tidak dikenal',
  when: (moment) => `Waktu: ${moment}`,
  look: 'Lihat',
  notMe:
    'Bukan kamu? Tautan ini membuka halaman dengan satu tombol. Tombol itu mengeluarkan semua perangkat dan membekukan pembayaran selama 72 jam:',
  notMeLink: 'Ini bukan aku',
  footer:
    'PID mengirim ini karena menyangkut keamanan identitasmu. Kami tidak pernah meminta kode atau kata sandi lewat email.',
};
