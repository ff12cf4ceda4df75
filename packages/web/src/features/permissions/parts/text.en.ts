import type { PermissionTerm } from '@pid/contract';

/** One sentence a kind of term; null where the service's own English is shown. */
type Sentences = Readonly<Record<PermissionTerm['kind'], (term: PermissionTerm) => string>> | null;

export const permissionText = {
  allows: 'It can',
  limits: 'Limits',
  times: 'When',
  warnings: 'Read before you allow',
  sentences: null as Sentences,
};
export type PermissionText = typeof permissionText;
