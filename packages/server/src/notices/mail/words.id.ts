import { paymentWords } from '@pid/contract/texts/payment.id.ts';
import { nameGoods } from '@pid/contract/name-goods';
import { sayPayment, sayReturn } from '@pid/contract/texts/say-payment.ts';
import type { DelicateField, NoticeData } from '../notice-types.ts';
import type { MailWords } from './words.en.ts';
import { chainAmount, listed, rupiah } from './write-values.ts';

const changedFields: Readonly<Record<DelicateField, string>> = {
  origins: 'origin',
  redirectUris: 'alamat pengalihan',
  contact: 'kontak',
  deviceFlow: 'login perangkat',
  fees: 'biaya yang lebih tinggi',
  requireSecret: 'rahasia tidak lagi diwajibkan',
  scopes: 'cakupan',
};

const periods: Readonly<Record<NoticeData['allowance.approved']['period'], string>> = {
  day: 'hari',
  week: 'minggu',
  month: 'bulan',
};

const refusedBecause: Readonly<Record<NoticeData['allowance.refused']['reason'], string>> = {
  balance: 'Saldomu kurang.',
  daily_limit: 'Batas harianmu akan terlampaui.',
  frozen: 'Akunmu sedang dibekukan.',
  age_needed: 'Isi dulu bulan lahirmu di PID.',
  family: 'Aturan untuk umurmu, atau aturan orang tuamu, tidak mengizinkannya.',
  suspended: 'Akunmu sedang ditangguhkan.',
};

const endedBecause: Readonly<Record<NoticeData['allowance.ended']['reason'], string>> = {
  app: 'Aplikasi ini mengakhirinya.',
  expired: 'Masa berlakunya habis.',
  app_deleted: 'Aplikasi ini dihapus.',
  app_paused: 'PID menjeda aplikasi ini.',
  app_changed: 'Aplikasi ini atau pemiliknya berubah, jadi harus meminta izinmu lagi.',
};

export const words: MailWords = {
  greeting: (pid) => `Halo ${pid},`,
  subjects: {
    'passkey.added': 'Passkey ditambahkan ke PID-mu',
    'passkey.approval_asked': 'Passkey baru menunggu persetujuanmu',
    'passkey.approved': 'Passkey baru disetujui untuk PID-mu',
    'passkey.removed': 'Passkey dihapus dari PID-mu',
    'login.linked': 'Akun ditautkan ke PID-mu',
    'login.unlinked': 'Tautan akun dilepas dari PID-mu',
    'session.new_device': 'PID-mu dipakai masuk di perangkat baru',
    'app.connected': 'Aplikasi terhubung ke PID-mu',
    'app.paused': 'Aplikasimu dijeda',
    'app.resumed': 'Aplikasimu tidak lagi dijeda',
    'app.changed': 'Pengaturan aplikasimu diubah',
    'app.invitation': 'Kamu diundang ke sebuah aplikasi',
    'app.member_invited': 'Seorang pemain diundang ke aplikasimu',
    'app.member_joined': 'Tim aplikasimu berubah',
    'app.member_left': 'Seorang anggota keluar dari aplikasimu',
    'app.membership_ended': 'Kamu tidak lagi menjadi anggota sebuah aplikasi',
    'app.verified': 'Aplikasimu terverifikasi',
    'app.verification_refused': 'Aplikasimu tidak diverifikasi',
    'bank_account.changed': 'Rekening bank aplikasimu diubah',
    'bank_account.approved': 'Rekening bank aplikasimu disetujui',
    'bank_account.refused': 'Rekening bank aplikasimu ditolak',
    'settlement.requested': 'Uang aplikasimu sedang dicairkan ke bank',
    'settlement.paid': 'Uang aplikasimu sudah sampai di bank',
    'settlement.failed': 'Uang aplikasimu tidak sampai di bank',
    'money.sent': 'Uang dikirim dari PID-mu',
    'money.received': 'Uang masuk',
    'money.returned': 'Uang kembali ke saldomu',
    'money.topped_up': 'Isi saldomu sudah masuk',
    'money.deposited': 'Uang ditambahkan ke aplikasimu',
    'activation.paid': 'Kamu membayar aktivasi dompetmu',
    'activation.returned': 'Biaya aktivasi kembali ke saldomu',
    'payment.confirmed': 'Kamu menyetujui pembayaran dengan PID-mu',
    'allowance.approved': 'Kamu mengizinkan aplikasi menagihmu',
    'allowance.charged': 'Aplikasi menagihmu sesuai izinmu',
    'allowance.refused': 'Aplikasi tidak bisa menagihmu',
    'allowance.ended': 'Aplikasi tidak bisa menagihmu lagi',
    'wallet.withdrawn': 'Uang dikirim dari dompet PID-mu',
    'wallet.claim_opened': 'Dompet PID-mu yang belum aktif diklaim',
    'freeze.begun': 'PID-mu dibekukan selama 72 jam',
    'freeze.lifted': 'PID-mu tidak lagi dibekukan',
    'recovery.asked': 'Seseorang meminta penjagamu memulihkan PID-mu',
    'recovery.help_asked': 'Seseorang meminta bantuanmu sebagai penjaga',
    'recovery.policy_set': 'Penjaga PID-mu sudah dipilih',
    'recovery.policy_removed': 'Penjaga PID-mu dihapus',
    'recovery.guardian_left': 'Salah satu penjagamu berhenti',
    'recovery.guardian_named': 'Seseorang memilihmu sebagai penjaga',
    'recovery.guardian_dropped': 'Kamu bukan lagi penjaga seseorang',
    'recovery.started': 'Seseorang memulai pemulihan PID-mu',
    'recovery.cancelled': 'Pemulihan PID-mu dihentikan',
    'recovery.finished': 'PID-mu dipulihkan dengan passkey baru',
    'family.invited': 'Kode untuk bergabung ke keluarga dibuat',
    'family.linked': 'Orang tua bergabung ke keluarga',
    'family.ended': 'Orang tua keluar dari keluarga',
    'family.rules_changed': 'Aturan keluarga diubah',
    'family.birth_month_corrected': 'Bulan lahir diperbaiki',
    'family.asked': 'Anakmu meminta persetujuan untuk pembayaran',
    'family.decided': 'Orang tua sudah memutuskan pembayaran',
    'family.allowance_approved': 'Anakmu mengizinkan aplikasi menagihnya',
    'family.login_refused': 'Aturanmu mencegah anak masuk ke aplikasi',
    'identity.deleted': 'PID-mu telah dihapus',
  },
  sentences: {
    'passkey.added': ({ name }) =>
      `Passkey “${name}” ditambahkan. Passkey ini bisa dipakai untuk masuk dan, paling lambat setelah 72 jam, mengonfirmasi pembayaran.`,
    'passkey.approval_asked': ({ name, fingerprint }) =>
      `Passkey baru “${name}” dengan kode ${fingerprint} menunggu persetujuan dari salah satu passkey-mu. Setujui hanya kalau kamu memang sedang menambahkannya.`,
    'passkey.approved': ({ name }) => `Passkey “${name}” disetujui dan sudah aktif.`,
    'passkey.removed': ({ name }) => `Passkey “${name}” dihapus dan tidak bisa lagi dipakai untuk masuk.`,
    'login.linked': ({ provider }) =>
      `Akun ${provider} ditautkan dan mulai sekarang bisa dipakai untuk masuk.`,
    'login.unlinked': ({ provider }) =>
      `Tautan akun ${provider} dilepas dan tidak bisa lagi dipakai untuk masuk.`,
    'session.new_device': ({ userAgent }) => `Seseorang masuk dengan browser baru: ${userAgent}.`,
    'app.connected': ({ name }) =>
      `Kamu masuk ke “${name}”. Aplikasi ini bisa membaca yang kamu izinkan selama 30 hari, tapi tidak bisa mengirim uang atau mengubah apa pun.`,
    'app.paused': ({ name }) =>
      `PID menjeda aplikasimu “${name}”. Login, token, dan pembayaran dihentikan sampai jeda dicabut, dan pemainnya melihat bahwa aplikasi ini dijeda. Alasannya ada di halaman aplikasi.`,
    'app.resumed': ({ name }) =>
      `Aplikasimu “${name}” tidak lagi dijeda. Login, token, dan pembayaran berjalan lagi. Tidak ada yang perlu masuk ulang.`,
    'app.changed': ({ name, fields, by }) =>
      `Pengaturan aplikasimu “${name}” diubah${by === undefined ? '' : ` oleh ${by}`}: ${listed(fields, changedFields)}.`,
    'app.invitation': ({ name, role, pid }) =>
      role === 'owner'
        ? `${pid} memintamu menjadi pemilik aplikasi “${name}”, lengkap dengan saldo dan tanggung jawabnya. Terima hanya kalau kamu mengenal aplikasi itu. Undangan ini berlaku 14 hari.`
        : `${pid} mengundangmu ke aplikasi “${name}” sebagai ${role === 'finance' ? 'keuangan: kamu akan mengurus uangnya' : 'pengembang: kamu akan mengubah pengaturan, barang, dan rahasianya'}. Undangan ini berlaku 14 hari.`,
    'app.member_invited': ({ name, role, pid }) =>
      role === 'owner'
        ? `${pid} diminta mengambil alih aplikasimu “${name}”. Kalau diterima, aplikasi dan saldonya menjadi miliknya. Sebelum itu, kamu bisa menarik undangannya di halaman aplikasi.`
        : `${pid} diundang ke aplikasimu “${name}” sebagai ${role === 'finance' ? 'keuangan' : 'pengembang'}. Kamu bisa menarik undangannya di halaman aplikasi.`,
    'app.member_joined': ({ name, role, pid }) =>
      role === 'owner'
        ? `${pid} sudah mengambil alih aplikasi “${name}”. Aplikasi itu bukan milikmu lagi.`
        : `${pid} bergabung ke aplikasimu “${name}” sebagai ${role === 'finance' ? 'keuangan' : 'pengembang'}.`,
    'app.member_left': ({ name, pid }) => `${pid} keluar dari aplikasimu “${name}”.`,
    'app.membership_ended': ({ name, reason }) =>
      reason === 'deleted'
        ? `Aplikasi “${name}” yang kamu ikuti sudah dihapus.`
        : `Pemilik aplikasi “${name}” mengeluarkanmu dari timnya.`,
    'app.verified': ({ name }) =>
      `PID sudah memverifikasi aplikasimu “${name}”. Pemain melihat lencananya saat masuk, dan tidak membayar biaya layanan lewat aplikasi ini. Lencana itu hilang kalau nama, logo, atau alamat berganti, atau biaya dinaikkan.`,
    'app.verification_refused': ({ name, reason }) =>
      `PID tidak memverifikasi aplikasimu “${name}”. Alasan: ${reason} Kamu bisa mengajukan lagi di halaman aplikasi.`,
    'bank_account.changed': ({ name, bank, last4 }) =>
      `Aplikasimu “${name}” sekarang memakai rekening ${bank} ···${last4}. Administrator memeriksanya sebelum uang bisa dicairkan ke sana.`,
    'bank_account.approved': ({ name, last4, usableFrom }) =>
      `Rekening ···${last4} untuk aplikasimu “${name}” disetujui. Uang bisa dicairkan ke sana mulai ${usableFrom}.`,
    'bank_account.refused': ({ name, last4, reason }) =>
      `Rekening ···${last4} untuk aplikasimu “${name}” ditolak.${reason ? ` Alasan: ${reason}` : ''} Kamu bisa mengisi rekening lain di halaman aplikasi.`,
    'settlement.requested': ({ name, amount, last4 }) =>
      `${rupiah(amount, 'id')} dari aplikasimu “${name}” dicairkan ke rekening ···${last4}. Kamu bisa membatalkannya di halaman aplikasi selama belum dikirim.`,
    'settlement.paid': ({ name, amount, last4 }) =>
      `${rupiah(amount, 'id')} dari aplikasimu “${name}” sudah sampai di rekening ···${last4}.`,
    'settlement.failed': ({ name, amount, last4, reason, to }) =>
      `${rupiah(amount, 'id')} dari aplikasimu “${name}” tidak sampai di rekening ···${last4} ${to === 'suspense' ? 'dan disimpan PID. Bantuan PID akan memasukkannya ke saldomu.' : 'dan sudah kembali ke aplikasi.'}${reason ? ` Alasan: ${reason}` : ''}`,
    'money.deposited': ({ app, amount }) =>
      `${rupiah(amount, 'id')} dipindahkan dari saldomu ke aplikasimu “${app}”.`,
    'activation.paid': ({ amount }) =>
      `${rupiah(amount, 'id')} diambil dari saldomu untuk aktivasi dompetmu.`,
    'activation.returned': ({ amount }) =>
      `Aktivasi dompetmu tidak berhasil. ${rupiah(amount, 'id')} sudah kembali ke saldomu.`,
    'money.received': ({ from, amount, app, item, goods }) =>
      `${rupiah(amount, 'id')} masuk dari ${from}${app === undefined ? '' : ` lewat ${app} (${nameGoods({ description: item ?? '', item: goods ?? null }, 'id')})`}.`,
    'money.returned': ({ from, app, amount, to, item, goods, refund }) =>
      `${sayReturn(paymentWords, { app: app ?? from, to: to ?? null, amount, item: nameGoods({ description: item ?? '', item: goods ?? null }, 'id'), isRefund: refund === true }, (value) => rupiah(value, 'id'))}.`,
    'money.topped_up': ({ amount }) => `Isi saldo ${rupiah(amount, 'id')} sudah masuk.`,
    'money.sent': ({ to, amount }) => `${rupiah(amount, 'id')} dikirim ke ${to}.`,
    'payment.confirmed': (data) =>
      `${sayPayment(paymentWords, { ...data, item: nameGoods({ description: data.item, item: data.goods }, 'id') }, (amount) => rupiah(amount, 'id'))}.`,
    'allowance.approved': ({ app, amount, period }) =>
      `Kamu mengizinkan “${app}” menagihmu sampai ${rupiah(amount, 'id')} per ${periods[period]} tanpa bertanya setiap kali. Kamu bisa mengakhirinya kapan saja di “Game dan aplikasi”.`,
    'allowance.charged': ({ app, amount, item, goods }) =>
      `“${app}” menagihmu ${rupiah(amount, 'id')} untuk ${nameGoods({ description: item, item: goods }, 'id')}, sesuai izinmu. Kamu bisa mengakhirinya kapan saja di “Game dan aplikasi”.`,
    'allowance.refused': ({ app, amount, reason }) =>
      `“${app}” ingin menagihmu ${rupiah(amount, 'id')} sesuai izinmu. ${refusedBecause[reason]} Tidak ada yang dibayar. Aplikasi ini mungkin mencoba lagi.`,
    'allowance.ended': ({ app, reason }) =>
      `“${app}” tidak bisa lagi menagihmu tanpa bertanya. ${endedBecause[reason]} Yang sudah kamu bayar tetap terbayar.`,
    'wallet.withdrawn': (data) =>
      `${data.amount === 'all' ? `Semua ${data.assetName ?? data.asset}` : chainAmount(data, 'id')} dikirim ke ${data.pid ? `${data.pid} (${data.to})` : data.to}.`,
    'wallet.claim_opened': ({ readyAt, own }) =>
      own
        ? `Salah satu passkey-mu mengklaim dompetmu di blockchain. Klaim itu bisa diselesaikan mulai ${readyAt}. Lebih cepat kalau kamu mengaktifkan dompet; klaim itu lalu berakhir.`
        : `Passkey yang bukan lagi milikmu mengklaim dompetmu di blockchain. Aktifkan dompet sebelum ${readyAt} supaya klaim itu langsung berakhir.`,
    'freeze.begun': ({ by }) =>
      `${by === 'player' ? 'Akunmu dibekukan dengan tombol di PID.' : 'Ada yang memakai tautan “Ini bukan aku” dari salah satu email ini.'} Semua perangkat dikeluarkan. Kirim uang, pembayaran, pencairan, dan perubahan keamanan dibekukan selama 72 jam. Untuk mencabutnya lebih awal, masuk lagi dan konfirmasi dengan passkey. Dompetmu tidak terpengaruh.`,
    'freeze.lifted': () => 'Pembekuan dicabut dengan akun dan passkey-mu.',
    'recovery.asked': () =>
      'Belum ada yang berubah. Kalau itu bukan kamu, buka halaman pemulihan dan hentikan dengan passkey-mu.',
    'recovery.help_asked': ({ pid }) =>
      `${pid} memintamu menyetujui passkey baru. Telepon dulu orangnya dan cocokkan nomor di halaman penjaga.`,
    'recovery.policy_set': ({ guardians, threshold, days }) =>
      `Kalau passkey-mu hilang, ${threshold} dari ${guardians} penjaga bisa menyetujui passkey baru. Setelah itu kamu punya ${days} hari untuk menghentikannya. Kalau bukan kamu yang memilih mereka, buka halaman pemulihan dan ubah dengan passkey-mu.`,
    'recovery.policy_removed': () =>
      'Kalau passkey-mu hilang sekarang, isi dompetmu ikut hilang. Kalau bukan kamu yang menghapusnya, pilih penjaga lagi dengan passkey-mu.',
    'recovery.guardian_left': ({ pid }) =>
      `${pid} bukan lagi penjagamu dan tidak akan membantu kalau passkey-mu hilang. Pilih penjaga lain dengan passkey-mu.`,
    'recovery.guardian_named': ({ pid }) =>
      `${pid} memilihmu sebagai penjaga. Kalau passkey-nya hilang, kamu diminta meneleponnya dan menyetujui passkey baru. Kamu tidak membayar apa-apa, dan bisa berhenti kapan saja.`,
    'recovery.guardian_dropped': ({ pid }) =>
      `${pid} memilih penjaga lain. Kamu tidak perlu melakukan apa-apa.`,
    'recovery.started': ({ readyAt }) =>
      `Pemulihan bisa diselesaikan mulai ${readyAt}. Kalau ini bukan kamu, hentikan dengan passkey-mu.`,
    'recovery.cancelled': () => 'Tidak ada yang berubah.',
    'recovery.finished': () => 'Semua passkey sebelumnya dihapus.',
    'family.invited': ({ child, by }) =>
      `${by} membuat kode untuk orang tua yang ingin bergabung ke keluarga ${child}. Kode hanya bisa dipakai sekali dalam 15 menit.`,
    'family.linked': ({ child, parent }) =>
      `${parent} sekarang orang tua ${child} dan menentukan aturan belanja dan game. Orang tua tidak bisa membaca pesan, memakai passkey, atau menyentuh dompet. Kalau ini salah, ${child} bisa menghubungi bantuan PID.`,
    'family.ended': ({ child, parent, why }) =>
      `${parent} bukan lagi orang tua ${child}. ${
        {
          parent: 'Orang tua itu sendiri yang mengakhirinya.',
          administrator: 'Admin PID yang mengakhirinya.',
          age: 'Alasannya umur.',
          deleted: 'Salah satu dari keduanya menghapus PID-nya.',
        }[why]
      }`,
    'family.rules_changed': ({ child, parent }) => `${parent} mengubah aturan untuk ${child}.`,
    'family.birth_month_corrected': ({ child }) => `Admin PID memperbaiki bulan lahir ${child}.`,
    'family.asked': ({ child, app, amount }) =>
      `${child} memintamu menyetujui pembayaran ${rupiah(amount, 'id')} ke “${app}”. Hanya passkey-mu yang bisa menyetujuinya.`,
    'family.decided': ({ child, parent, app, amount, decision }) =>
      `${parent} ${decision === 'allow' ? 'menyetujui' : 'menolak'} pembayaran ${rupiah(amount, 'id')} oleh ${child} ke “${app}”.`,
    'family.allowance_approved': ({ child, app, amount, period }) =>
      `${child} mengizinkan “${app}” menagih sampai ${rupiah(amount, 'id')} per ${periods[period]} tanpa bertanya setiap kali. Aturanmu berlaku untuk setiap tagihan. ${child} bisa mengakhirinya di “Game dan aplikasi”.`,
    'family.login_refused': ({ child, name }) =>
      `${child} ingin masuk ke “${name}”. Aturan atau umurnya tidak mengizinkan aplikasi ini, jadi ditolak.`,
    'identity.deleted': () =>
      'Identitas beserta data pribadinya telah dihapus. Namanya tetap terpakai selamanya. Ini tidak bisa dibatalkan.',
  },
  unknownDevice: 'perangkat yang tidak dikenal',
  when: (moment) => `Waktu: ${moment}`,
  look: 'Lihat detail',
  notMe:
    'Kalau ini bukan kamu, buka tautan ini dan tekan tombolnya. Semua perangkat dikeluarkan dan pembayaran dibekukan selama 72 jam:',
  notMeLink: 'Ini bukan aku',
  chosenFooter:
    'Kamu menerima email ini karena menyalakan email untuk uang masuk. Kamu bisa mematikannya di halaman Pemberitahuan. Kami tidak pernah meminta kode atau kata sandi lewat email.',
  footer:
    'Kami mengirim email ini demi keamanan identitasmu. Kami tidak pernah meminta kode atau kata sandi lewat email.',
};
