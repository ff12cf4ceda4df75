import { AppLogo } from '../controls/app-logo.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { ErrorNotice } from '../controls/error-notice.tsx';
import { SkeletonGroup, useLoad } from '../controls/loading.tsx';
import { readSuspension } from './read-suspension.ts';
import type { Text } from './suspended-flow.en.ts';

export interface SuspendedFlowProps {
  readonly kind: keyof Text['kinds'];
  readonly app: { readonly name: string; readonly logoUrl: string | null };
  /** True if a refusal returns to the app. */
  readonly leadsBack?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  /** Refuses the request, which a suspended player may still do. */
  readonly onRefuse: () => Promise<void>;
}

/** For a suspended player who comes from an app: the reason, a contact, and the way back to the app. */
export function SuspendedFlow(props: SuspendedFlowProps & { text: Text }) {
  const { text, kind, app, leadsBack = true } = props;
  const loaded = useLoad('reason', (signal) => readSuspension({ status: 'suspended' }, signal));
  const suspension = loaded.state === 'ready' ? loaded.value : null;
  const label =
    kind !== 'payment' ? text.back(app.name) : leadsBack ? text.declineAndBack(app.name) : text.decline;
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.title}
      </h1>
      <Card>
        <div class="grid gap-5">
          <p class="flex items-center gap-3 font-semibold">
            <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-10" />
            <span class="min-w-0 break-words">{app.name}</span>
          </p>
          {suspension ? (
            <suspension.Notice
              title={text.kinds[kind](app.name)}
              body={text.meanwhile}
              reason={suspension.reason}
            />
          ) : (
            <SkeletonGroup lines={4} />
          )}
          <ErrorNotice error={props.error} />
          <Button look="sun" busy={props.busy} onClick={props.onRefuse}>
            {label}
          </Button>
        </div>
      </Card>
    </div>
  );
}
