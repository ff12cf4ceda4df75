import type { Reply } from '@pid/contract';
import { api } from '../../../kit/api/api.ts';
import { ButtonLink } from '../../../kit/controls/button.tsx';
import { later } from '../../../kit/controls/loading.tsx';
import { Notice } from '../../../kit/controls/notice.tsx';
import { asksAge, hasFamilies } from '../../../kit/navigation/asks-age.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';
import { rememberFamily } from '../../../kit/session/session.ts';
import type { FamilyText } from './text.en.ts';

export type Family = Reply<'getFamily'>;

/** Most players have given it. */
const BirthMonthForm = later(8, async () => (await import('./birth-month-form.tsx')).BirthMonthForm);

/** Null if nothing is shown to this player, or if the answer fails: the home page is shown anyway. */
export async function readFamily(signal: AbortSignal): Promise<Family | null> {
  if (!hasFamilies) return null;
  const family = await api.call('getFamily', {}, { signal }).catch(() => null);
  if (family === null) return null;
  rememberFamily(isLinked(family));
  if (family.asksBirthMonth) await BirthMonthForm.preload();
  return asksAge || isLinked(family) ? family : null;
}

/** Families are judged even if the service no longer asks for ages. */
export const isLinked = ({ parents, children }: Family) => parents.length > 0 || children.length > 0;

export const isMinor = ({ ageBand }: Pick<Family, 'ageBand'>) => ageBand !== null && ageBand !== '18+';

interface FamilyCardProps {
  readonly text: FamilyText;
  readonly family: Family | null;
  readonly onChanged: () => void;
}

/** What the home page says about age and family: the next step, or nothing. */
export function FamilyCard({ text, family, onChanged }: FamilyCardProps) {
  if (family === null) return null;
  if (family.asksBirthMonth) return <BirthMonthForm text={text} onSet={onChanged} />;
  const { children, parents, requests } = family;
  const open = (
    <ButtonLink small href={PAGE_PATHS.family}>
      {children.length > 0 ? text.look : text.openFamily}
    </ButtonLink>
  );
  if (children.length > 0 && requests.length > 0)
    return <Notice action={open}>{text.waiting(requests.length)}</Notice>;
  if (isMinor(family) && parents.length === 0)
    return (
      <Notice tone="warn" title={text.needsParent} action={open}>
        {text.needsParentBody}
      </Notice>
    );
  return null;
}
