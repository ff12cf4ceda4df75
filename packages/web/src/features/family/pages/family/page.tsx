import { api } from '../../../../kit/api/api.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { OperatorContact } from '../../../../kit/controls/operator-contact.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { asksAge } from '../../../../kit/navigation/asks-age.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { ReadOnlyWhileSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import { rememberFamily } from '../../../../kit/session/session.ts';
import { showMonth } from '../../parts/show-month.ts';
import type { FamilyText } from '../../parts/text.en.ts';
import { isLinked, isMinor, type Family } from '../../parts/family-card.tsx';
import { AsChild } from './as-child.tsx';
import { AddChild, Asked, ChildCard } from './as-parent.tsx';
import type { Text } from './text.en.ts';

/** Most players have given it. */
const BirthMonthForm = laterWithText<{ onSet: () => void }, FamilyText>(
  8,
  import.meta.glob('../../parts/text.*.ts'),
  async () => (await import('../../parts/birth-month-form.tsx')).BirthMonthForm,
);

function Age({ text, family }: { text: Text; family: Family }) {
  return (
    <Card title={text.yourAge}>
      <Facts>
        {family.birthMonth !== null && <Fact label={text.born}>{showMonth(family.birthMonth)}</Fact>}
        {family.ageBand !== null && <Fact label={text.band}>{family.ageBand}</Fact>}
      </Facts>
      <p class="pt-3 text-sm text-muted">
        {text.ageHint} <OperatorContact fallback={text.help} />
      </p>
    </Card>
  );
}

export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('family', async (signal) => {
    const family = await api.call('getFamily', {}, { signal });
    rememberFamily(isLinked(family));
    if (family.asksBirthMonth) await BirthMonthForm.preload();
    return family;
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={loaded} waiting={6}>
        {(family) => {
          const { children, requests } = family;
          const ofChildren = requests.filter(({ pid }) => children.some((child) => child.pid === pid));
          if (!asksAge && !isLinked(family))
            return (
              <>
                <p>{text.off}</p>
                {family.ageBand !== null && <Age text={text} family={family} />}
              </>
            );
          return (
            <>
              {ofChildren.map((request) => (
                <Asked key={request.id} text={text} request={request} onChanged={loaded.reload} />
              ))}
              {family.asksBirthMonth && (
                <ReadOnlyWhileSuspended>
                  <BirthMonthForm onSet={loaded.reload} />
                </ReadOnlyWhileSuspended>
              )}
              {isMinor(family) && <AsChild text={text} family={family} />}
              {children.map((child) => (
                <ChildCard key={child.pid} text={text} child={child} onChanged={loaded.reload} />
              ))}
              {family.ageBand === '18+' && children.length < 10 && (
                <AddChild
                  key={children.length}
                  text={text}
                  isFirst={children.length === 0}
                  onChanged={loaded.reload}
                />
              )}
              {family.ageBand !== null && <Age text={text} family={family} />}
            </>
          );
        }}
      </WhenLoaded>
    </div>
  );
}
