import { api } from '../../../../kit/api/api.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Item, ItemList } from '../../../../kit/controls/item-list.tsx';
import { OperatorContact } from '../../../../kit/controls/operator-contact.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { Family } from '../../parts/family-card.tsx';
import { CodeMaker } from './code-maker.tsx';
import { RulesFacts } from './rules-facts.tsx';
import type { Text } from './text.en.ts';

/** Says to a child what the parents can see and do, and how to get help against a wrong parent. */
export function AsChild({ text, family }: { text: Text; family: Family }) {
  const { parents, rules, spentThisMonth, requests, children } = family;
  const own = requests.filter(({ pid }) => !children.some((child) => child.pid === pid));
  if (parents.length === 0)
    return (
      <Card title={text.noParentTitle}>
        <div class="grid gap-4">
          <p>{text.noParentBody}</p>
          <ol class="grid list-decimal gap-1.5 pl-5">
            {text.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <CodeMaker isMain text={text} label={text.makeCode} make={() => api.call('inviteParent')} />
        </div>
      </Card>
    );
  return (
    <>
      <Card title={text.parents}>
        <ItemList label={text.parents}>
          {parents.map(({ pid, since }) => (
            <Item
              key={pid}
              title={pid}
              detail={
                <>
                  {text.since} <DateTime value={since} style="date" />
                </>
              }
            />
          ))}
        </ItemList>
      </Card>
      {rules && (
        <Card title={text.yourRules}>
          <RulesFacts text={text} rules={rules} spent={spentThisMonth ?? 0} />
          <p class="pt-3 text-sm text-muted">{text.spentHint}</p>
        </Card>
      )}
      {own.length > 0 && (
        <Card title={text.youAsked}>
          <ItemList label={text.youAsked}>
            {own.map(({ id, app, paymentId, total, expiresAt }) => (
              <Item
                key={id}
                title={
                  <a class="text-link" href={PAGE_PATHS.pay.replace(':id', encodeURIComponent(paymentId))}>
                    {app}
                  </a>
                }
                detail={
                  <>
                    {text.until} <DateTime value={expiresAt} />
                  </>
                }
                aside={<Money amount={total} />}
              />
            ))}
          </ItemList>
        </Card>
      )}
      <Card title={text.whatTheySee}>
        <div class="grid gap-4">
          <ul class="grid list-disc gap-1.5 pl-5">
            {text.theySee.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p class="font-semibold">{text.theyCannotTitle}</p>
          <ul class="grid list-disc gap-1.5 pl-5">
            {text.theyCannot.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>
            {text.wrongParent} <OperatorContact fallback={text.help} />
          </p>
        </div>
      </Card>
    </>
  );
}
