import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import type { ReviewText } from './review-text.en.ts';

export interface SentProps {
  readonly text: ReviewText;
  readonly link: StandingLink;
  readonly id: string;
}

/**
 * The send is done and the app has been told. If the app's page did not open, the player can go there with
 * the button.
 */
export function Sent({ text, link, id }: SentProps) {
  return (
    <Card>
      <div class="grid gap-4">
        <Notice tone="good" live>
          {text.sent}
        </Notice>
        <p class="flex flex-wrap gap-3">
          {link.answer && (
            <Button look="sun" onClick={() => link.answer?.({ status: 'posted', id })}>
              {link.text.goBack(link.app.name)}
            </Button>
          )}
          <ButtonLink look="plain" href={PAGE_PATHS.receipt.replace(':id', id)}>
            {text.receipt}
          </ButtonLink>
        </p>
      </div>
    </Card>
  );
}
