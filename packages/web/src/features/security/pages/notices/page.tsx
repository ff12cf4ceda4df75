import { api } from '../../../../kit/api/api.ts';
import { locale, useCommon } from '../../../../kit/i18n/locale.ts';
import { SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { describeNotice, noticePath } from '../../parts/notices/describe-notice.ts';
import type { OwnerNotice } from '../../parts/notices/describe-notice.ts';
import { readOwnerState } from '../../parts/notices/owner-state.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

function NoticeRow({ text, notice }: { text: Text; notice: OwnerNotice }) {
  const common = useCommon();
  const sentence = describeNotice(notice, {
    text: text.notice,
    locale: locale.value,
    unknownDevice: common.unknownDevice,
  });
  return (
    <li class="py-4 first:pt-0 last:pb-0">
      <a
        href={noticePath(notice)}
        class="-m-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md p-2 hover:bg-sunken"
      >
        <span class={`min-w-44 flex-1 break-words ${notice.read ? '' : 'font-semibold'}`}>{sentence}</span>
        {!notice.read && <Badge tone="warn">{text.unread}</Badge>}
        <span class="w-full text-sm text-muted">
          <DateTime value={notice.at} />
        </span>
      </a>
    </li>
  );
}

export function Page({ text }: PageProps<Text>) {
  const notices = usePages('notices', (page, options) => api.call('listNotices', page, options));
  // Read before the list is shown, because it stands above the list.
  const choices = useLoad('choices', async (signal) => {
    const { Choices, readChoices } = await import('../../parts/push/choices.tsx');
    return { Choices, first: await readChoices(signal) };
  });
  const newest = notices.items[0];
  const mark = useAction(async () => {
    if (!newest) return;
    await api.call('markNoticesRead', { upTo: newest.id });
    await readOwnerState();
    notices.reload();
    showToast(text.marked);
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle
        lead={text.lead}
        action={
          // Depends on the list instead of the unread count: the count arrives later and would shift the
          // list.
          notices.items.some(({ read }) => !read) && (
            <Button look="plain" small busy={mark.busy} onClick={() => mark.run()}>
              {text.markRead}
            </Button>
          )
        }
      >
        {text.title}
      </PageTitle>
      <ErrorNotice error={mark.error} />
      {choices.state === 'ready' && <choices.value.Choices text={text.push} first={choices.value.first} />}
      {choices.state === 'failed' && <ErrorNotice error={choices.error} onRetry={choices.reload} />}
      {choices.state === 'loading' ? (
        <SkeletonGroup lines={6} />
      ) : (
        <Listing
          pages={notices}
          lines={4}
          none={<EmptyState title={text.emptyTitle}>{text.emptyBody}</EmptyState>}
        >
          {(items) => (
            <Card>
              <ItemList label={text.title}>
                {items.map((notice) => (
                  <NoticeRow key={notice.id} text={text} notice={notice} />
                ))}
              </ItemList>
            </Card>
          )}
        </Listing>
      )}
    </div>
  );
}
