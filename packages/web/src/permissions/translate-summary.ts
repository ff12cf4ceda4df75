import type { Locale } from '../i18n/locale.ts';

type Rule = readonly [pattern: RegExp, indonesian: string];

const PERIODS: Readonly<Record<string, string>> = {
  'an hour': 'per jam',
  'a day': 'per hari',
  'a week': 'per minggu',
  'a month': 'per bulan',
};

/** The sentences of the service's summary, of which there are few. */
const INDONESIAN: readonly Rule[] = [
  [/^On the chain with number (\d+), for the account (.+)$/u, 'Di rantai nomor $1, untuk akun $2'],
  [/^On (.+), for the account (.+)$/u, 'Di $1, untuk akun $2'],
  [/^Pay the chain's coin to (.+), within its limits$/u, 'Membayar koin rantai ke $1, dalam batasnya'],
  [/^Call (.+) of the token (.+), within its limits$/u, 'Memanggil $1 dari token $2, dalam batasnya'],
  [/^Call the function (.+) of the contract (.+)$/u, 'Memanggil fungsi $1 dari kontrak $2'],
  [/^Call (.+) of the contract (.+)$/u, 'Memanggil $1 dari kontrak $2'],
  [
    /^Spend nothing: without a limit no coin and no token may be moved$/u,
    'Tidak membelanjakan apa pun: tanpa batas, koin dan token tidak boleh dipindahkan',
  ],
  [
    /^Spend at most (\d+) base units of the token (.+) (an hour|a day|a week|a month)$/u,
    'Membelanjakan paling banyak $1 satuan dasar token $2 $3',
  ],
  [
    /^Spend at most (.+) of the chain's coin (an hour|a day|a week|a month)$/u,
    'Membelanjakan paling banyak $1 koin rantai $2',
  ],
  [/^Spend at most (.+) (an hour|a day|a week|a month)$/u, 'Membelanjakan paling banyak $1 $2'],
  [/^From the moment you approve$/u, 'Sejak kamu menyetujui'],
  [/^From (.+)$/u, 'Mulai $1'],
  [/^Until (.+)$/u, 'Sampai $1'],
  [
    /^It can give away any collectible of (.+) that the account owns, because limits do not count those$/u,
    'Ia bisa memberikan koleksi apa pun dari $1 milik akun ini, karena batas tidak menghitungnya',
  ],
  [
    /^What a contract does inside of its own functions is not counted/u,
    'Yang dilakukan kontrak di dalam fungsinya sendiri tidak dihitung: ia bisa mengambil apa yang dulu pernah diizinkan',
  ],
  [
    /^Limits begin anew with each hour, day, week/u,
    'Batas dimulai lagi tiap jam, hari, minggu (Senin), dan bulan menurut UTC, jadi di sekitar saat itu bisa terpakai sampai dua kali batas',
  ],
  [/^Network fees are not part of these limits$/u, 'Biaya jaringan tidak termasuk dalam batas ini'],
  [
    /^Revoking here ends it for us and for the app at once/u,
    'Mencabut di sini langsung mengakhirinya bagi kami dan aplikasi; rantai baru tahu setelah akun itu sendiri memanggil revoke',
  ],
];

/** A line we do not know is shown as it came: nothing that is signed may go unsaid. */
export function translateLine(line: string, locale: Locale): string {
  if (locale === 'en') return line;
  const rule = INDONESIAN.find(([pattern]) => pattern.test(line));
  if (!rule) return line;
  const [pattern, sentence] = rule;
  const found = pattern.exec(line) ?? [];
  return sentence.replaceAll(/\$(\d)/gu, (_, index: string) => {
    const part = found[Number(index)] ?? '';
    return PERIODS[part] ?? part;
  });
}
