/**
 * Indonesian banks by the code that `bankCode` uses. Another code is accepted where people transfer the money; a provider accepts
 * only these.
 */
export const banks = {
  ALLO: 'Allo Bank',
  BCA: 'BCA',
  BCA_SYR: 'BCA Syariah',
  BJB: 'Bank BJB',
  BNI: 'BNI',
  BRI: 'BRI',
  BSI: 'Bank Syariah Indonesia (BSI)',
  BTN: 'BTN',
  BTPN: 'Bank SMBC Indonesia (BTPN)',
  BTPN_JENIUS: 'Jenius',
  CIMB: 'CIMB Niaga',
  DANAMON: 'Danamon',
  DBS: 'DBS Indonesia',
  DKI: 'Bank Jakarta (DKI)',
  HANA: 'KEB Hana Bank',
  JAGO: 'Bank Jago',
  JATENG: 'Bank Jateng',
  JAWA_TIMUR: 'Bank Jatim',
  MANDIRI: 'Mandiri',
  MAYBANK: 'Maybank Indonesia',
  MEGA: 'Bank Mega',
  MUAMALAT: 'Bank Muamalat',
  NEO: 'Bank Neo Commerce',
  OCBC: 'OCBC Indonesia',
  PANIN: 'Panin Bank',
  PERMATA: 'PermataBank',
  SEABANK: 'SeaBank',
  SINARMAS: 'Bank Sinarmas',
  UOB: 'UOB Indonesia',
} as const;

export type BankCode = keyof typeof banks;

export function isBankCode(code: string): code is BankCode {
  return Object.hasOwn(banks, code);
}

/** The name of a bank; its code if it is not in the list. */
export function bankName(code: string): string {
  return isBankCode(code) ? banks[code] : code;
}
