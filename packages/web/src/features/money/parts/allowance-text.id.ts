import type { AllowanceText } from './allowance-text.en.ts';

export const text: AllowanceText = {
  title: 'Pembayaran otomatis',
  lead: 'Yang di bawah ini boleh menagihmu tanpa bertanya setiap kali, sampai jumlah yang kamu izinkan.',
  none: 'Tidak bisa menagihmu tanpa bertanya.',
  perPeriod: {
    day: (amount) => `${amount} per hari`,
    week: (amount) => `${amount} per minggu`,
    month: (amount) => `${amount} per bulan`,
  },
  charged: (amount) => `${amount} ditagih pada periode ini`,
  until: 'sampai',
  end: 'Akhiri',
  endLabel: (what, app) => `Akhiri: ${what}, ${app}`,
  ended: (app) => `${app} tidak bisa lagi menagihmu tanpa bertanya.`,
};
