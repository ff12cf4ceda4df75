import type { DevicesText } from './devices.en.ts';

export const text: DevicesText = {
  devices: {
    title: 'Perangkat yang masuk',
    lead: 'Perangkat tempat kamu masuk ke PID. Game punya sesi sendiri; putuskan di Game dan aplikasi.',
    current: 'Perangkat ini',
    lastSeen: 'Terakhir aktif',
    since: 'Masuk sejak',
    freeze: 'Ada yang tidak beres? Bekukan akunmu',
    end: 'Keluarkan',
    ended: 'Perangkat dikeluarkan.',
    endOthers: 'Keluarkan semua perangkat lain',
    endOthersTitle: 'Keluarkan semua perangkat lain?',
    endOthersBody: 'Semua perangkat selain ini harus masuk lagi.',
    othersEnded: 'Semua perangkat lain dikeluarkan.',
  },
};
