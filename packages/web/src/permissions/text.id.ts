import type { PermissionText } from './text.en.ts';

export const permissionText: PermissionText = {
  allows: 'Ia boleh',
  limits: 'Paling banyak',
  times: 'Kapan',
  warnings: 'Ketahui sebelum mengizinkan',
};
