import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { findHandleFlaw, HANDLE_LENGTH, normaliseHandle } from '../../parts/handle/check-handle.ts';
import { wantedHandle } from '../../parts/handle/wanted-handle.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { api } from '../../../../kit/api/api.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { CoinsIcon, KeyIcon, LockIcon } from '../../../../kit/controls/icons.tsx';
import { IdentityCard } from '../../parts/identity-card.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import type { Text } from './text.en.ts';

const SAMPLE_HANDLE = 'raka_77';

/** The claim page decides; here only a name that certainly belongs to somebody is refused. */
async function isTaken(pid: string): Promise<boolean> {
  return api.call('getPublicProfile', { pid }, { session: 'none' }).then(
    () => true,
    () => false,
  );
}

function TryName({ text, typed, onType }: { text: Text; typed: string; onType: (typed: string) => void }) {
  const handle = normaliseHandle(typed);
  const flaw = findHandleFlaw(handle);
  const [taken, setTaken] = useState<string | null>(null);
  const error =
    flaw && flaw !== 'empty'
      ? text.tryFlaws[flaw]
      : taken === handle
        ? text.tryTaken(`${handle}@pid`)
        : undefined;
  const start = async () => {
    if (flaw === null && (await isTaken(`${handle}@pid`))) return setTaken(handle);
    if (flaw === null) wantedHandle.keep(handle);
    await navigate(`${PAGE_PATHS.signIn}?new=1`);
  };
  return (
    <Form class="grid gap-4" onSubmit={() => !error && start()}>
      <TextField
        label={text.tryLabel}
        hint={text.tryHint}
        error={error}
        suffix="@pid"
        value={typed}
        onInput={onType}
        input={{
          placeholder: SAMPLE_HANDLE,
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: false,
          maxLength: HANDLE_LENGTH.max + 4,
        }}
      />
      <div class="flex flex-wrap gap-3">
        <Button type="submit" look="sun" class="grow sm:grow-0">
          {flaw === null ? text.startAs(handle) : text.start}
        </Button>
        <ButtonLink look="plain" href={PAGE_PATHS.signIn} class="grow sm:grow-0">
          {text.signIn}
        </ButtonLink>
      </div>
      <p class="text-sm text-muted">{text.free}</p>
    </Form>
  );
}

function Point({
  Icon,
  point,
}: {
  Icon: ComponentType<{ class?: string }>;
  point: { title: string; body: string };
}) {
  return (
    <li class="flex gap-4">
      <span class="grid size-11 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
        <Icon />
      </span>
      <div>
        <h3 class="text-lg">{point.title}</h3>
        <p class="text-sm text-muted">{point.body}</p>
      </div>
    </li>
  );
}

export function Page({ text }: PageProps<Text>) {
  const [typed, setTyped] = useState('');
  const handle = normaliseHandle(typed);
  const shownHandle = findHandleFlaw(handle) === null ? handle : SAMPLE_HANDLE;
  const pid = signedInHint.value;
  return (
    <div class="grid gap-10 pt-2 sm:gap-14 sm:pt-8">
      <div class="grid items-center gap-8 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
        <div class="grid grid-cols-1 gap-5">
          <h1 class="text-hero" tabIndex={-1}>
            {text.headline}
          </h1>
          <p class="max-w-xl text-lg text-muted">{text.lead}</p>
          {pid ? (
            <p>
              <ButtonLink look="sun" href={PAGE_PATHS.home}>
                {text.continueAs(pid)}
              </ButtonLink>
            </p>
          ) : (
            <TryName text={text} typed={typed} onType={setTyped} />
          )}
        </div>
        <div class="landing-card mx-auto w-full max-w-md lg:max-w-none">
          <IdentityCard handle={pid ? pid.replace(/@pid$/u, '') : shownHandle} caption={text.sample} />
        </div>
      </div>
      <section aria-labelledby="points">
        <h2 id="points" class="sr-only">
          {text.pointsTitle}
        </h2>
        <ul class="grid gap-6 border-t border-line pt-8 md:grid-cols-3 md:gap-8">
          <Point Icon={LockIcon} point={text.points.permanent} />
          <Point Icon={KeyIcon} point={text.points.passkey} />
          <Point Icon={CoinsIcon} point={text.points.money} />
        </ul>
      </section>
    </div>
  );
}
