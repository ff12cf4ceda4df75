import type { PermissionTerm } from '@pid/contract';
import { formatDateTime } from '../../../kit/format/date-time.ts';
import { groupDigits } from '../../../kit/format/rupiah.ts';
import type { PermissionText } from './text.en.ts';

const PERIODS = { hour: 'per jam', day: 'per hari', week: 'per minggu', month: 'per bulan' };

const every = ({ period }: PermissionTerm) => (period ? PERIODS[period] : '');
const utc = ({ at = 0 }: PermissionTerm) =>
  `${formatDateTime(new Date(at * 1000).toISOString(), 'id', 'date-time', 'UTC')} UTC`;
/** Formats `1234.5` as `1.234,5`. */
const number = ({ amount = '' }: PermissionTerm) => {
  const [whole = '', rest] = amount.split('.');
  return `${groupDigits(whole, '.')}${rest === undefined ? '' : `,${rest}`}`;
};

export const permissionText: PermissionText = {
  allows: 'Aplikasi ini bisa',
  limits: 'Batas',
  times: 'Kapan',
  warnings: 'Baca sebelum mengizinkan',
  sentences: {
    chain: ({ chain, account }) => `Di ${chain}, untuk akun ${account}`,
    unknown_chain: ({ chain, account }) => `Di blockchain nomor ${chain}, untuk akun ${account}`,
    pay_coin: ({ to }) => `Membayar koin blockchain ke ${to}, dalam batasnya`,
    call_token: (term) => `Memanggil ${term.function} dari token ${term.to}, dalam batasnya`,
    call_function: (term) => `Memanggil ${term.function} dari kontrak ${term.to}`,
    call_selector: ({ selector, to }) => `Memanggil fungsi ${selector} dari kontrak ${to}`,
    spend_nothing: () => 'Tidak membelanjakan apa pun: tanpa batas, koin dan token tidak bisa dipindahkan',
    spend_coin: (term) => `Membelanjakan paling banyak ${number(term)} ${term.coin} ${every(term)}`,
    spend_unknown_coin: (term) =>
      `Membelanjakan paling banyak ${number(term)} koin blockchain ${every(term)}`,
    spend_token: (term) =>
      `Membelanjakan paling banyak ${number(term)} satuan dasar token ${term.token} ${every(term)}`,
    spend_known_token: (term) =>
      `Membelanjakan paling banyak ${number(term)} ${term.coin} (token ${term.token}) ${every(term)}`,
    from_approval: () => 'Sejak kamu menyetujui',
    from: (term) => `Mulai ${utc(term)}`,
    until: (term) => `Sampai ${utc(term)}`,
    collectibles_uncounted: ({ to }) =>
      `Aplikasi ini bisa memberikan koleksi apa pun dari ${to} milik akun ini, karena batas tidak menghitungnya`,
    inner_calls_uncounted: () =>
      'Yang dilakukan kontrak di dalam fungsinya sendiri tidak dihitung: kontrak bisa mengambil apa yang pernah kamu izinkan sebelumnya',
    limits_begin_anew: () =>
      'Batas dimulai lagi tiap jam, hari, minggu (Senin), dan bulan menurut UTC, jadi di sekitar saat itu bisa terpakai sampai dua kali batas',
    fees_not_counted: () => 'Biaya jaringan tidak termasuk dalam batas ini',
    contracts_seen: (term) =>
      `Akun ini memang kontrak di blockchain, dan verifikator ${term.to} menjawab sebagaimana mestinya. Isi programnya tidak kami periksa`,
    contracts_unchecked: (term) =>
      `Kami belum memeriksa di blockchain apakah akun dan verifikator ${term.to} memang kontrak yang menegakkan batas ini`,
    revoked_here_only: () =>
      'Mencabut di sini langsung mengakhirinya bagi PID dan aplikasi. Di blockchain, izin baru berakhir setelah akun itu sendiri memanggil revoke',
  },
};
