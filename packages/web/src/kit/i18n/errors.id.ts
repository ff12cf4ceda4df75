import { byReason, instantIn, rupiahIn } from './error-sentence.ts';
import type { ErrorTexts } from './errors.en.ts';

const rupiah = rupiahIn('id');
const instant = instantIn('id');
const chainAway = 'Blockchain sedang tidak menjawab. Uangmu aman. Coba beberapa saat lagi.';
const notThere = 'Kami tidak menemukannya. Mungkin sudah dihapus.';
const notForPages = 'Ada yang salah di halaman ini. Muat ulang lalu coba lagi.';
const wait = ({ seconds = '' }: { readonly seconds?: string | undefined }) => {
  const time = Number(seconds);
  if (seconds === '') return 'Terlalu banyak percobaan. Tunggu satu menit, lalu coba lagi.';
  if (time > 3_600)
    return `Jatah untuk satu hari sudah habis. Coba lagi ${Math.ceil(time / 3_600)} jam lagi.`;
  if (time > 120) return `Terlalu banyak percobaan. Tunggu ${Math.ceil(time / 60)} menit, lalu coba lagi.`;
  return `Terlalu banyak percobaan. Tunggu ${time} detik, lalu coba lagi.`;
};

export const text: ErrorTexts = {
  // any operation
  validation_failed: 'Ada yang perlu diperbaiki. Periksa lagi isianmu.',
  malformed_json: notForPages,
  unauthorized: 'Kamu sudah keluar. Masuk lagi dan kamu akan kembali ke halaman ini.',
  read_only_token: 'Akses ini hanya untuk membaca.',
  foreign_origin: 'Permintaan ini datang dari situs lain dan ditolak. Buka PID langsung lalu coba lagi.',
  only_on_this_machine: 'Ini untuk pengembangan. Hanya bisa di komputer yang menjalankan PID.',
  guest_unknown: 'Game ini tidak punya tamu itu. Masuklah tanpa data tamu.',
  guest_claimed: 'Data tamu ini sudah diambil pemain lain.',
  two_secrets: 'Aplikasi ini sudah punya dua rahasia. Akhiri dulu yang lama.',
  no_previous_secret: 'Rahasia lama sudah berakhir.',
  app_verified_already: 'Aplikasi ini sudah terverifikasi.',
  own_app: 'Kamu anggota atau pernah menjadi anggota aplikasi ini. Administrator lain yang harus memutuskan.',
  app_changed: 'Aplikasi ini berubah sejak kamu membukanya. Periksa lagi.',
  identity_suspended:
    'Identitasmu ditangguhkan. Kamu bisa melihat semuanya, tapi tidak bisa mengubah apa pun. Hubungi bantuan PID untuk ditinjau.',
  app_paused: 'Aplikasi ini sedang dijeda. Coba lagi nanti, atau tanyakan ke pengembangnya.',
  step_up_required: 'Demi keamananmu, masuk lagi dulu, lalu ulangi.',
  role_too_small: 'Peran kredensial mesin ini tidak mengizinkan ini. Pakai yang perannya lebih besar.',
  frozen: ({ until }) =>
    `Akunmu dibekukan sampai ${instant(until)}. Halaman “Pembekuan akun” menjelaskan artinya dan cara mencabutnya.`,
  no_identity: 'Tidak ada identitas untuk proses masuk ini. Masuk lagi.',
  not_found: notThere,
  idempotency_key_required: notForPages,
  idempotency_key_reused: 'Ini sudah dikirim dengan nilai lain. Periksa dulu hasilnya sebelum mengirim lagi.',
  method_not_allowed: notForPages,
  body_too_large: 'Isinya terlalu panjang. Persingkat dulu.',
  unsupported_media_type: notForPages,
  too_many_requests: wait,
  internal_error: 'Ada gangguan di pihak kami. Coba lagi, atau kembali beberapa menit lagi.',
  overloaded: 'PID sedang sangat sibuk. Coba beberapa saat lagi.',
  // sign-in and identity
  wrong_status: ({ pid }) => `Status ${pid ?? 'identitas ini'} tidak memungkinkan itu. Periksa lagi.`,
  deletion_blocked: byReason(
    {
      balance: ({ balance, forfeited }) =>
        `Masih ada saldo ${rupiah(balance)}. Kirim dulu ke orang lain. Sisa sampai ${rupiah(forfeited)} boleh ditinggal dan akan hangus.`,
      app_balance: ({ app, balance }) =>
        `Aplikasi ${app} masih menyimpan ${rupiah(balance)}. Cairkan dulu, atau alihkan aplikasinya ke orang lain.`,
      payments_held:
        'Masih ada uang yang ditahan untuk pembayaran yang belum selesai. Tunggu sampai pembayarannya selesai atau uangnya kembali.',
      settlements_open: ({ app }) =>
        `Uang aplikasi ${app} sedang dicairkan ke bank. Batalkan, atau tunggu sampai selesai.`,
      operation_under_way: 'Transaksi dompet sedang berjalan. Tunggu sampai selesai, lalu coba lagi.',
      vault_unreadable: chainAway,
      wallet_unreadable: chainAway,
      vault_not_empty: 'Dompetnya masih berisi. Kirim dulu isinya ke dompet lain.',
      vault_changed: 'Isi dompet sudah berubah. Periksa lagi sebelum melepasnya.',
      never_activated:
        'Dompetnya belum pernah diaktifkan dan berisi uang yang akan hilang. Biarkan pemain mengaktifkannya, atau lepaskan dengan alasan.',
    },
    'Ada yang harus diselesaikan dulu sebelum identitas ini bisa dihapus.',
  ),
  no_pending_claim: 'Tidak ada proses masuk yang menunggu nama. Masuk dulu.',
  claim_expired: 'Proses masuk sudah kedaluwarsa. Masuk lagi; hanya beberapa detik.',
  handle_taken: 'Nama ini sudah dipakai. Pilih yang lain.',
  handle_refused: 'Nama ini memuat kata yang tidak diperbolehkan. Pilih yang lain.',
  handle_reserved: 'Nama ini dicadangkan. Pilih yang lain.',
  name_refused: byReason(
    {
      badge: 'Jangan pakai centang, lencana, atau karakter tak terlihat: mirip tanda dari PID.',
      imitates: 'Nama ini bisa dikira PID atau dukungannya. Pilih yang lain.',
      mixed_scripts: 'Nama ini mencampur huruf dari abjad berbeda. Pakai satu abjad saja.',
    },
    'Nama ini tidak bisa dipakai. Pilih yang lain.',
  ),
  no_such_recovery: notThere,
  no_such_guardianship: 'Kamu bukan lagi penjaga pemain ini.',
  recovery_not_ready:
    'Pemulihan ini belum bisa diselesaikan: persetujuan masih kurang, atau waktu tunggunya belum lewat.',
  recovery_running: 'Sudah ada pemulihan yang berjalan. Muat ulang halaman untuk melihatnya.',
  guardians_decide:
    'Akun ini sekarang punya penjaga, dan merekalah yang memutuskan. Mulai lagi dan minta bantuan mereka.',
  no_change: 'Penjaga ini sudah menyetujui pemulihan ini.',
  not_yet: byReason(
    {
      administrator:
        'Passkey administrator tidak bisa diganti lewat blockchain. Minta bantuan administrator lain.',
      endpoints: 'Passkey baru ini belum bisa kami verifikasi. Coba lagi beberapa menit lagi.',
      delay: ({ from }) =>
        `Passkey baru ini berasal dari pemulihan yang baru kami ketahui. Passkey ini bisa dipakai masuk mulai ${instant(from)}.`,
      provider:
        'Passkey baru ini berasal dari pemulihan di tempat lain. Masuk dulu sekali dengan akun di bawah; setelah itu kamu kembali ke sini dan memakai passkey-nya.',
    },
    'Passkey baru ini belum bisa dipakai masuk di sini. Coba lagi nanti.',
  ),
  new_passkey_awaited: ({ until }) =>
    `Akunmu sudah dipulihkan. Masuklah dengan passkey baru. Kalau passkey itu juga hilang, kamu bisa lanjut dengan akun tertautmu mulai ${instant(until)}.`,
  too_many_recoveries: 'Terlalu banyak percobaan. Tunggu sebentar sebelum memulai pemulihan lagi.',
  policy_refused: 'Salah satunya tidak bisa menjadi penjagamu. Pilih yang lain.',
  policy_terms_refused: 'Pilih berapa penjaga yang harus menyetujui: minimal satu, maksimal semuanya.',
  no_recovery_policy: 'Pemulihan belum disiapkan untuk identitas ini. Siapkan di Pemulihan.',
  vote_refused: byReason(
    {
      not_yours:
        'Itu bukan passkey penjaga ini. Pakai passkey yang menjaga dompetmu, atau passkey yang dipilih sebagai penjaga.',
      signature_wrong: 'Kata-kata ini bukan dari lembar pemulihan ini. Cari lembar yang benar.',
      barred:
        'Penjaga ini menyetujui pemulihan yang dihentikan, jadi harus menunggu sebelum bisa menyetujui lagi. Minta penjaga lain.',
      left: 'Kamu sudah berhenti menjadi penjaga pemain ini. Hanya dia yang bisa memilihmu lagi.',
      expires_too_soon: 'Tunggu satu menit, lalu setujui lagi.',
    },
    'Persetujuan ini tidak diterima. Muat ulang halaman lalu coba lagi.',
  ),
  passkey_is_guardian: 'Passkey ini salah satu penjagamu. Pilih penjaga lain dulu.',
  unknown_provider: 'Cara masuk itu tidak tersedia di sini.',
  sign_in_failed: 'Proses masuk tidak selesai. Masuk lagi.',
  identity_closed: 'Akun ini milik identitas yang sudah dihapus dan tidak bisa kembali. Pakai akun lain.',
  login_in_use: 'Akun ini sudah tertaut ke identitas lain. Pakai yang lain.',
  provider_unavailable: 'Penyedia akunmu sedang tidak menjawab. Coba beberapa saat lagi.',
  operation_unknown: notForPages,
  not_me_refused: 'Tautan ini sudah dipakai, lebih dari 7 hari, atau bukan dari PID.',
  push_off: 'Pemberitahuan di perangkat dimatikan di sini. Semua pemberitahuan ada di bawah lonceng.',
  push_endpoint_refused:
    'Browsermu memakai layanan pemberitahuan yang tidak bisa kami jangkau. Coba browser lain.',
  frozen_lately:
    'Identitas ini sudah dibekukan dalam 7 hari terakhir. Periksa passkey, akun tertaut, dan perangkat di Keamanan.',
  not_frozen: 'Tidak ada yang dibekukan.',
  app_status_unchanged: 'Aplikasi sudah berstatus itu.',
  // passkeys and logins
  sign_in_again: 'Demi keamananmu, masuk lagi dulu, lalu ulangi.',
  last_way_in: 'Ini cara masukmu yang terakhir. Tautkan cara masuk lain atau tambah passkey dulu.',
  no_passkey_to_sign: 'Kamu belum punya passkey yang bisa mengonfirmasi ini. Masuk lagi, lalu ulangi.',
  passkey_refused: 'Passkey ditolak. Coba lagi, atau pakai yang lain.',
  passkey_counter_fell: 'Passkey itu tampak disalin, jadi ditolak. Pakai yang lain dan hapus yang ini.',
  passkey_unknown: 'Passkey itu tidak dikenal di sini. Pakai yang lain.',
  passkey_too_new: ({ from }) =>
    `Passkey ini masih baru dan baru bisa mengonfirmasi mulai ${instant(from)}. Mau lanjut sekarang? Masuk lagi, hapus passkey ini di Keamanan, lalu buat yang baru.`,
  passkey_closed: 'Passkey ini milik identitas yang sudah dihapus dan tidak bisa kembali. Pakai yang lain.',
  challenge_unknown: 'Terlalu lama, atau sudah terpakai. Coba lagi.',
  passkey_exists: 'Passkey ini sudah terdaftar.',
  too_many_passkeys: byReason(
    {
      active: ({ max }) => `Kamu sudah punya ${max} passkey, jumlah maksimal. Hapus satu dulu.`,
      waiting: ({ max }) => `${max} passkey masih menunggu persetujuan. Setujui atau tolak dulu.`,
    },
    'Jumlah passkey-mu sudah maksimal. Hapus satu dulu.',
  ),
  no_such_passkey: 'Passkey ini sudah tidak ada.',
  passkey_is_authority: 'Passkey ini menjaga dompetmu. Pindahkan dompet ke passkey lain dulu.',
  passkey_under_way: 'Transaksi dompet dengan passkey ini sedang berjalan. Tunggu sampai selesai.',
  passkey_needs_assertion: 'Hapus passkey di Keamanan, dan konfirmasi dengan passkey.',
  no_such_approval: 'Permintaan ini sudah tidak ada. Muat ulang halaman.',
  approval_decided: 'Ini sudah diputuskan. Muat ulang halaman.',
  approval_expired: 'Permintaan ini sudah kedaluwarsa. Tambahkan passkey lagi.',
  // apps
  no_such_app: 'Aplikasi itu tidak ada. Mungkin sudah dihapus, atau kamu bukan anggotanya lagi.',
  role_needed: 'Peranmu di aplikasi ini tidak mengizinkannya. Hubungi pemiliknya.',
  no_such_player: 'Tidak ada pemain dengan nama ini.',
  no_such_member: 'Pemain ini bukan anggota aplikasi ini.',
  member_already: 'Pemain ini sudah menjadi anggota aplikasi ini.',
  invited_already: 'Pemain ini sudah diundang. Tarik undangannya dulu, atau tunggu jawabannya.',
  too_many_members: 'Sebuah aplikasi paling banyak punya 20 anggota, termasuk undangan. Keluarkan satu dulu.',
  too_many_memberships:
    'Kamu sudah menjadi anggota 50 aplikasi orang lain, jumlah maksimal. Keluar dari satu dulu.',
  owner_stays: 'Pemilik tidak bisa dikeluarkan. Alihkan aplikasinya.',
  transfer_open: 'Orang lain sudah diminta mengambil alih aplikasi ini. Tarik undangan itu dulu.',
  no_such_invitation: 'Undangan ini tidak ada, atau aplikasinya sudah dihapus.',
  invitation_ended: 'Undangan ini sudah dijawab, ditarik, atau kedaluwarsa.',
  owner_frozen: 'Pemilik aplikasi ini sedang dibekukan. Coba lagi nanti.',
  too_many_favourites: 'Kamu sudah punya 200 game favorit, jumlah maksimal. Hapus satu dulu.',
  too_many_apps: 'Kamu sudah punya 50 aplikasi, jumlah maksimal. Hapus satu dulu.',
  app_name_refused: byReason(
    {
      badge: 'Jangan pakai centang atau lencana: hanya PID yang menandai aplikasi sebagai terverifikasi.',
      imitates: 'Nama aplikasi tidak boleh memuat kata PID. Pilih nama lain.',
      mixed_scripts: 'Nama ini mencampur huruf dari abjad berbeda. Pakai satu abjad saja.',
    },
    'Nama ini tidak bisa dipakai. Pilih nama lain.',
  ),
  no_such_device_code: 'Kode itu salah atau sudah lebih dari lima menit. Periksa lagi perangkatmu.',
  invalid_scope: 'Aplikasi ini meminta sesuatu yang tidak boleh dimilikinya. Beri tahu pengembangnya.',
  login_code_invalid: 'Proses masuk ini sudah dipakai atau terlalu lama. Mulai lagi.',
  // permissions
  no_such_permission: 'Izin ini sudah tidak ada.',
  permission_digest_used: 'Permintaan ini sudah kamu jawab. Kembali ke aplikasi dan mulai lagi.',
  too_many_permissions: 'Kamu punya 200 izin yang masih berlaku. Cabut satu dulu.',
  permission_not_pending: 'Izin ini tidak lagi menunggu persetujuanmu. Lihat lagi.',
  permission_client_data_unusual:
    'Blockchain tidak menerima tanda tangan dari browser ini. Coba browser lain.',
  permission_spend_refused: 'Izin ini tidak membolehkan pembelanjaan itu.',
  permission_idempotency_conflict:
    'Ini sudah dikirim dengan nilai lain. Periksa dulu hasilnya sebelum mengirim lagi.',
  // money
  insufficient_balance: ({ needed, available, short }) =>
    short !== undefined
      ? `Saldo aplikasi kurang ${rupiah(short)}: perlu ${rupiah(needed)} dan ada ${rupiah(available)}. Pemiliknya bisa menambahkan kekurangannya.`
      : `Saldomu tidak cukup: perlu ${rupiah(needed)} dan kamu punya ${rupiah(available)}. Isi saldo, atau kirim lebih sedikit.`,
  age_needed: 'Isi dulu bulan lahirmu di Keluarga.',
  parent_needed: 'Umurmu di bawah 18 tahun: orang tua harus bergabung dulu. Buka Keluarga untuk mengundang.',
  parent_forbids: 'Aturan orang tuamu tidak mengizinkan ini. Tanyakan kepada mereka.',
  parent_approval_needed: 'Aturan orang tuamu tidak mengizinkan pembayaran ini. Minta persetujuan mereka.',
  birth_month_known: 'Bulan lahirmu sudah diisi. Kalau salah, hubungi bantuan PID.',
  birth_month_invalid: 'Periksa bulannya. PID untuk umur 3 tahun ke atas.',
  not_a_minor:
    'Hanya pemain di bawah 18 tahun yang sudah mengisi bulan lahir yang bisa punya orang tua di sini.',
  parents_invite: 'Kamu sudah punya orang tua di sini. Hanya mereka yang bisa mengundang orang tua kedua.',
  parents_complete: 'Sudah ada dua orang tua.',
  children_complete: 'Kamu sudah punya sepuluh anak di sini.',
  parent_already: 'Kamu sudah menjadi orang tua anak ini.',
  no_such_family_code: 'Kode ini salah, sudah dipakai, atau kedaluwarsa. Minta kode baru kepada anakmu.',
  parent_not_ready: ({ reason }) =>
    ({
      age: 'Hanya orang dewasa yang sudah mengisi bulan lahir yang bisa menjadi orang tua di sini.',
      wait: 'Tunggu sampai bulan lahirmu terisi selama tiga hari.',
      passkey: 'Tambah passkey dulu. Yang baru berlaku setelah tiga hari.',
      tier: 'Daftar dulu: hubungi bantuan PID.',
    })[String(reason)] ?? 'Kamu belum bisa menjadi orang tua di sini.',
  no_such_child: 'Ini bukan anakmu di sini.',
  no_such_parent: 'Ini bukan orang tua pemain itu.',
  no_parent: 'Kamu tidak punya orang tua di sini yang bisa ditanya.',
  approval_not_needed: 'Pembayaran ini tidak perlu persetujuan. Kamu bisa langsung membayar.',
  rating_missing: 'Aplikasi ini tidak punya rating yang bisa dikonfirmasi.',
  own_identity: 'Ini identitasmu sendiri. Admin lain yang harus memutuskan.',
  no_such_request: 'Permintaan ini sudah tidak ada.',
  request_decided: 'Permintaan ini sudah dijawab, atau pembayarannya kedaluwarsa.',
  daily_limit: ({ left }) =>
    `Ini melebihi batas harianmu. Hari ini kamu masih bisa membayar atau mengirim ${rupiah(left)}. Batas bisa dinaikkan di Keamanan, Batas; berlaku 24 jam kemudian.`,
  receiver_full: 'Saldo penerima tidak bisa menampung sebanyak itu. Kirim lebih sedikit.',
  receiver_not_found: 'Tidak ada pemain dengan nama itu. Periksa ejaannya.',
  send_not_found: notThere,
  posting_not_found: notThere,
  proof_not_ready:
    'Ini belum ada di pembukuan publik. Coba beberapa saat lagi; saldo baru masuk ke pembukuan hari berikutnya.',
  proof_key_lost: ({ since }) =>
    `Ini tidak bisa diperiksa lagi sejak ${since}, saat layanan kehilangan kunci akunmu. Bukti yang sudah kamu simpan tetap berlaku.`,
  quote_changed: ({ total }) => `Totalnya berubah menjadi ${rupiah(total)}. Periksa lalu konfirmasi lagi.`,
  withdrawals_disabled: 'Uang tidak bisa ditarik ke rekening bank.',
  ledger_busy: 'PID sedang sangat sibuk. Coba beberapa saat lagi.',
  settle_balance_first: ({ balance, forfeited }) =>
    `Masih ada saldo ${rupiah(balance)}. Kirim dulu ke orang lain. Sisa sampai ${rupiah(forfeited)} boleh ditinggal dan akan hangus.`,
  escrow_not_empty: ({ app, balance }) =>
    `Aplikasi ${app} masih menyimpan ${rupiah(balance)}. Cairkan dulu, atau alihkan aplikasinya ke orang lain.`,
  topups_under_way: 'Masih ada isi saldo yang berjalan. Bayar dulu, atau tunggu sampai kedaluwarsa.',
  // payments
  no_such_item: 'Barang ini tidak ada di katalog.',
  catalogue_full: 'Katalog sudah berisi 1000 barang. Hapus satu dulu.',
  payment_not_found: 'Pembayaran ini tidak ada, atau bukan untukmu.',
  payment_expired: 'Pembayaran ini sudah kedaluwarsa. Kembali ke aplikasi dan mulai lagi.',
  payment_ended: 'Pembayaran ini sudah selesai. Muat ulang halaman.',
  player_not_connected: 'Belum ada pemain dengan nama itu yang masuk ke aplikasi ini.',
  allowance_not_found: 'Permintaan ini tidak ada, atau bukan untukmu.',
  allowance_reference_used: 'Permintaan lain dari aplikasi ini sudah memakai referensi itu.',
  allowance_ended: 'Permintaan ini sudah berakhir. Kembali ke aplikasi dan mulai lagi.',
  allowance_changed: 'Jumlahnya berbeda dari yang ditampilkan. Muat ulang halaman ini.',
  allowance_exceeded: ({ left }) => `Aplikasi ini hanya bisa menagih ${rupiah(left)} lagi pada periode ini.`,
  allowance_unavailable: 'Aplikasi ini tidak bisa menagih sekarang.',
  payment_reference_used: 'Referensi ini sudah dipakai pembayaran lain di aplikasi ini.',
  own_money: 'Uangnya akan masuk ke akunmu sendiri. Administrator lain yang harus memutuskan.',
  own_payment: 'Kamu tidak bisa membayar dirimu sendiri atau aplikasimu sendiri.',
  capture_too_much: ({ most }) => `Paling banyak ${rupiah(most)} yang bisa diambil.`,
  payment_not_refundable: 'Uang ini dibayarkan ke pemain lain, jadi aplikasi tidak bisa mengembalikannya.',
  refund_too_much: ({ left }) => `Paling banyak ${rupiah(left)} yang masih bisa dikembalikan.`,
  payer_gone: 'Pembayar sudah menghapus identitasnya, jadi tidak ada yang bisa dikembalikan.',
  holds_under_way: 'Masih ada uang yang ditahan untuk sebuah pembayaran. Ambil atau kembalikan dulu.',
  events_gone: notForPages,
  events_ahead: notForPages,
  balance_full: 'Saldomu tidak bisa menampung sebanyak itu. Pilih jumlah yang lebih kecil.',
  incoming_full:
    'Bulan ini kamu tidak bisa menerima sebanyak itu lagi. Pilih jumlah yang lebih kecil, atau lihat cara mendaftar di “Batas”.',
  tiers_off: 'Layanan ini tidak memakai tingkat akun.',
  limits_changed: 'Batasmu diubah pada saat yang sama. Periksa lagi.',
  topups_unavailable: 'Isi saldo belum tersedia di sini. Coba lagi lain hari.',
  topup_out_of_range: ({ min, max }) => `Isi saldo bisa ${rupiah(min)} sampai ${rupiah(max)}.`,
  topup_not_found: notThere,
  topup_not_paid: 'Isi saldo ini belum dibayar, jadi tidak ada yang bisa ditarik kembali.',
  payment_provider_unavailable: 'Penyedia pembayaran sedang tidak menjawab. Coba beberapa saat lagi.',
  payment_provider_not_found: notThere,
  suspense_not_found: notThere,
  settlements_off: 'Pencairan ke rekening bank tidak tersedia di sini.',
  app_not_verified:
    'Hanya aplikasi terverifikasi yang bisa mencairkan uang ke rekening bank. Ajukan verifikasi dulu.',
  no_bank_account: 'Aplikasi ini belum punya rekening bank.',
  bank_account_decided: 'Rekening ini sudah diputuskan. Muat ulang halaman.',
  bank_account_changed: 'Pemilik sudah mengubah rekening ini. Muat ulang halaman dan periksa lagi.',
  bank_account_not_usable:
    'Rekening ini belum bisa dipakai. Administrator harus menyetujuinya dulu, lalu tunggu 24 jam.',
  bank_not_supported: 'Uang tidak bisa dicairkan ke bank ini. Pilih bank lain.',
  settlement_not_found: notThere,
  settlement_ended: 'Status pencairan ini sudah berubah. Muat ulang halaman.',
  settlement_blocked: byReason(
    {
      app_paused: 'Aplikasi ini sedang dijeda, jadi uangnya tidak boleh keluar.',
      owner_frozen: 'Pemilik aplikasi ini sedang dibekukan, jadi uangnya tidak boleh keluar.',
      owner_minor: 'Pemilik aplikasi ini berumur di bawah 18 tahun, jadi uangnya tidak boleh keluar.',
      app_not_verified: 'Aplikasi ini tidak terverifikasi, jadi uangnya tidak boleh keluar.',
    },
    'Uang aplikasi ini tidak boleh keluar sekarang.',
  ),
  same_person:
    'Kamu yang menyetujui rekening ini atau mengirim pencairan ini. Administrator lain yang harus menyatakan hasilnya.',
  person_needed: notForPages,
  settlement_with_provider: 'Penyedia yang mencairkan ini. Hanya statusnya yang menentukan.',
  settlements_under_way: 'Uang aplikasi ini sedang dicairkan ke bank. Batalkan, atau tunggu sampai selesai.',
  suspense_resolved: 'Ini sudah diselesaikan, atau pengembaliannya sedang berjalan.',
  suspense_not_refundable:
    'Tidak ada transaksi penyedia yang bisa dikembalikan. Berikan uangnya ke seorang pemain.',
  refund_refused:
    'Penyedia pembayaran tidak mengembalikan pembayaran ini. Kembalikan lewat transfer bank dan catat sebagai penarikan, atau berikan ke seorang pemain.',
  // wallet
  account_not_activated: 'Dompetmu belum aktif. Aktifkan dulu.',
  expiry_refused:
    'Terlalu lama, jadi tanda tangannya sudah kedaluwarsa. Tidak ada yang dipindahkan. Coba lagi.',
  wrong_nonce: 'Transaksi lain milikmu sedang berjalan. Tunggu sampai selesai, lalu coba lagi.',
  fee_policy_refused: 'Biayanya berubah. Kembali, periksa, lalu tanda tangani lagi.',
  passkey_not_authority: 'Passkey itu tidak menjaga dompetmu. Pakai yang menjaganya.',
  rotation_refused: byReason(
    {
      already_authority: 'Passkey itu sudah menjaga dompetmu.',
      other_host: 'Passkey itu dibuat untuk alamat PID yang lain. Pakai yang lain.',
      unproven: 'Passkey itu belum pernah dipakai. Masuk sekali dengan passkey itu, lalu coba lagi.',
    },
    'Passkey itu tidak bisa menjaga dompetmu. Pakai yang lain.',
  ),
  fee_drifted: 'Biaya jaringan naik. Kembali, periksa, lalu tanda tangani lagi.',
  destination_refused: byReason(
    {
      own_vault: 'Itu dompetmu sendiri. Beri alamat lain.',
      mint: 'Itu alamat tokennya sendiri. Beri alamat dompet.',
      token_account: 'Itu akun token. Beri alamat dompet pemiliknya.',
    },
    'Alamat itu milik program, yang tidak bisa mengirimkannya lagi. Beri alamat dompet.',
  ),
  asset_refused: byReason(
    { frozen: 'Penerbit token ini membekukannya, jadi tidak bisa dipindahkan.' },
    'Token ini bisa dilihat, tapi tidak bisa dipindahkan.',
  ),
  balance_refused: byReason(
    {
      receiver_below_rent:
        'Dompet yang baru di blockchain harus menerima paling sedikit sekitar 0,0009 SOL. Kirim lebih banyak.',
      vault_dust: 'Sisanya akan terlalu sedikit. Ambil semuanya, atau sisakan sedikit lebih banyak.',
      token_apart: 'Token ini ada di akun token terpisah, jadi “Semua” tidak bisa dipakai. Ketik jumlahnya.',
    },
    'Isi dompet kurang dari jumlah dan biayanya. Ambil lebih sedikit.',
  ),
  activation_not_sold:
    'Saat ini tidak bisa dibayar dengan rupiah. Kirim SOL ke dompetmu, atau coba lagi nanti.',
  no_such_operation: 'Transaksi ini sudah tidak ada.',
  chain_unavailable: chainAway,
  program_not_ready: chainAway,
  airdrop_refused: 'Keran tidak memberi apa-apa. Minta lebih banyak, atau tunggu sebentar.',
  simulation_refused:
    'Blockchain akan menolaknya, jadi tidak ada yang dikirim. Periksa dompetmu, lalu coba lagi.',
  not_confirmed_yet:
    'Blockchain belum mengonfirmasi. Tidak hilang: coba lagi. Transaksi yang sama berlanjut, tidak terkirim dua kali.',
  nonce_busy: 'Transaksi lain milikmu sedang berjalan. Tunggu sampai selesai, lalu coba lagi.',
  operation_superseded:
    'Transaksi lain milikmu datang lebih dulu, jadi yang ini tidak memindahkan apa pun. Periksa dompetmu, lalu coba lagi.',
  operation_failed: 'Blockchain menolaknya dan tidak ada yang dipindahkan. Periksa dompetmu, lalu coba lagi.',
  relay_identity_cap: wait,
  relay_global_cap: 'Jatah transaksi gratis dari PID untuk hari ini sudah habis. Coba lagi besok.',
  relayer_balance_low: 'PID sedang tidak bisa membayar biaya jaringan. Uangmu aman; coba lagi nanti.',
  // game sessions
  no_such_session: 'Sesi ini sudah tidak ada. Buka yang baru di game.',
  vault_not_yours: 'Ini untuk dompet orang lain. Kembali ke game lalu mulai lagi.',
  game_program_refused: 'Game ini berubah di blockchain. Kembali ke game lalu mulai lagi.',
  session_not_alive: 'Sesi ini sudah berakhir. Buka yang baru untuk terus bermain.',
  move_refused: 'Blockchain menolak langkah ini.',
  play_identity_cap: wait,
  play_global_cap: 'Jatah langkah gratis dari PID untuk hari ini sudah habis. Coba lagi besok.',
  sponsor_balance_low: 'PID sedang tidak bisa membayar langkah. Coba lagi nanti.',
  move_not_confirmed: 'Blockchain belum mengonfirmasi. Tidak hilang: coba lagi.',
};
