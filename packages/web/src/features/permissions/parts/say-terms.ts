import type { PermissionSummary, PermissionTerm } from '@pid/contract';
import type { PermissionText } from './text.en.ts';

/**
 * The lines of one part in the reader's language. A kind that we do not know is shown as the service says it: nothing that is
 * signed may go unsaid.
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
