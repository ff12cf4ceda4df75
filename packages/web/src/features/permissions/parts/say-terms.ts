import type { PermissionSummary, PermissionTerm } from '@pid/contract';
import type { PermissionText } from './text.en.ts';

/**
 * Returns the lines of one part in the player's language. A line of an unknown kind is shown as the service
 * wrote it: everything that is signed must be shown.
 */
export function sayTerms(
  { sentences }: Pick<PermissionText, 'sentences'>,
  summary: PermissionSummary,
  part: PermissionTerm['part'],
): string[] {
  const terms = summary.terms.filter((term) => term.part === part);
  return [summary[part]].flat().map((line, index) => {
    const term = terms[index];
    return (term && sentences?.[term.kind]?.(term)) ?? line;
  });
}
