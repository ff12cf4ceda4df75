export const permissionText = {
  allows: 'It may',
  limits: 'At most',
  times: 'When',
  warnings: 'Know before you allow',
};
export type PermissionText = typeof permissionText;
