import type { PermissionTerm } from '@pid/contract';

/** One sentence for each kind of term; null if the English text of the service is shown. */
type Sentences = Readonly<Record<PermissionTerm['kind'], (term: PermissionTerm) => string>> | null;

export const permissionText = {
  allows: 'It can',
  limits: 'Limits',
  times: 'When',
  warnings: 'Read before you allow',
  sentences: null as Sentences,
};
export type PermissionText = typeof permissionText;
