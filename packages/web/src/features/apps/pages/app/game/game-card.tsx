import { useId, useRef, useState } from 'preact/hooks';
import { languageCodes, languages, type Language } from '@pid/contract/languages';
import { api } from '../../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../../kit/api/shapes.ts';
import { Button } from '../../../../../kit/controls/button.tsx';
import { Card } from '../../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../../kit/controls/form.tsx';
import { GameCover } from '../../../../../kit/controls/game-cover.tsx';
import { TextField } from '../../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../../kit/controls/use-action.ts';
import type { GameCardText } from './text.en.ts';

export interface GameCardProps {
  readonly text: GameCardText;
  readonly app: OwnedApp;
  readonly onChanged: () => void;
}

/** Uploads the cover immediately; it does not affect the other fields. */
function CoverField({ text, app, onChanged }: GameCardProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(async (file: File | null) => {
    const { shrinkCover } = await import('./shrink-cover.ts');
    const image = file && (await shrinkCover(file));
    if (file && image === null) return showToast(text.coverFlaw, 'warn');
    await api.call('uploadAppCover', { client_id: app.client_id, image });
    if (image !== null) showToast(text.coverSaved);
    onChanged();
  });
  return (
    <div class="grid gap-2">
      <p class="font-semibold" id={id}>
        {text.cover}
      </p>
      <div class="max-w-80 overflow-hidden rounded-md">
        <GameCover key={app.cover ?? ''} seed={app.client_id} cover={app.cover} />
      </div>
      <div class="flex flex-wrap gap-3" role="group" aria-labelledby={id}>
        <input
          ref={input}
          class="sr-only"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          data-cover
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void upload.run(file);
          }}
        />
        <Button look="plain" small busy={upload.busy} onClick={() => input.current?.click()}>
          {text.chooseCover}
        </Button>
        {app.cover !== null && (
          <Button look="quiet" small busy={upload.busy} onClick={() => upload.run(null)}>
            {text.removeCover}
          </Button>
        )}
      </div>
      <p class="text-sm text-muted">{text.coverHint}</p>
      <ErrorNotice error={upload.error} />
    </div>
  );
}

type Draft = Record<Language, { name: string; text: string }>;

const draftOf = (app: OwnedApp) =>
  Object.fromEntries(
    languageCodes.map((code) => [
      code,
      { name: app.texts[code]?.name ?? '', text: app.texts[code]?.text ?? '' },
    ]),
  ) as Draft;

/** Only the filled fields. */
function textsOf(draft: Draft): OwnedApp['texts'] {
  const filled = languageCodes.map((code) => {
    const [name, text] = [draft[code].name.trim(), draft[code].text.trim()];
    return [code, { ...(name === '' ? {} : { name }), ...(text === '' ? {} : { text }) }] as const;
  });
  return Object.fromEntries(filled.filter(([, texts]) => Object.keys(texts).length > 0));
}

const isOnOrigin = (address: string, origins: readonly string[]) =>
  URL.canParse(address) && origins.includes(new URL(address).origin);

/** What players see of the app in the list of games. */
export function GameCard({ text, app, onChanged }: GameCardProps) {
  const [playUrl, setPlayUrl] = useState(app.playUrl ?? '');
  const [draft, setDraft] = useState(() => draftOf(app));
  const [tried, setTried] = useState(false);
  const address = playUrl.trim();
  const flaw = address !== '' && !isOnOrigin(address, app.origins) ? text.playUrlFlaw : undefined;
  const save = useAction(async () => {
    setTried(true);
    if (flaw !== undefined) return;
    await api.call('changeApp', {
      client_id: app.client_id,
      playUrl: address === '' ? null : address,
      texts: textsOf(draft),
    });
    showToast(text.saved);
    onChanged();
  });
  const change = (code: Language, part: Partial<Draft[Language]>) =>
    setDraft({ ...draft, [code]: { ...draft[code], ...part } });
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.lead}</p>
      <div class="grid grid-cols-1 gap-6">
        <CoverField text={text} app={app} onChanged={onChanged} />
        <Form class="grid gap-4" onSubmit={save.run}>
          <TextField
            label={text.playUrl}
            hint={text.playUrlHint}
            error={tried ? flaw : undefined}
            value={playUrl}
            onInput={setPlayUrl}
            input={{ inputMode: 'url', autocomplete: 'off', spellcheck: false, maxLength: 500 }}
          />
          {languageCodes.map((code) => (
            <div key={code} class="grid grid-cols-1 gap-4">
              <TextField
                label={text.nameIn(languages[code].name)}
                hint={text.nameHint}
                value={draft[code].name}
                onInput={(name) => change(code, { name })}
                input={{ autocomplete: 'off', maxLength: 60 }}
              />
              <TextField
                label={text.textIn(languages[code].name)}
                hint={text.textHint}
                value={draft[code].text}
                onInput={(about) => change(code, { text: about })}
                input={{ autocomplete: 'off', maxLength: 140 }}
              />
            </div>
          ))}
          <ErrorNotice error={save.error} />
          <p>
            <Button type="submit" busy={save.busy}>
              {text.save}
            </Button>
          </p>
        </Form>
      </div>
    </Card>
  );
}
