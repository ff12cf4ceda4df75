import { isLanguage, languageCodes } from '@pid/contract/languages';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { describeError } from '../../../../kit/api/describe-error.ts';
import type { Profile } from '../../../../kit/api/shapes.ts';
import { countryName, listCountries } from '../../../../kit/format/countries.ts';
import { locale, useCommon } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { Face } from '../../../../kit/controls/face.tsx';
import { SelectField, TextArea, TextField } from '../../../../kit/controls/inputs.tsx';
import { tellKeepers } from '../../../../kit/passkeys/tell-keepers.ts';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { tabStorage } from '../../../../kit/platform/storage.ts';
import { AvatarField } from './avatar-field.tsx';
import type { Text } from './text.en.ts';

const BIO_MAX = 280;
/** The path of uploaded pictures. Players did not type these addresses and need not see them. */
const OWN_PICTURES = `${location.origin}/avatars/`;
const FIELDS = ['displayName', 'avatarUrl', 'bio', 'country', 'locale'] as const;
type Draft = Record<(typeof FIELDS)[number], string>;

function draftOf(profile: Profile): Draft {
  return {
    displayName: profile.displayName ?? '',
    avatarUrl: profile.avatarUrl ?? '',
    bio: profile.bio ?? '',
    country: profile.country ?? '',
    locale: profile.locale ?? '',
  };
}

/** Returns only changed fields. An emptied field is `null`, which clears it. */
function changesOf(draft: Draft, saved: Draft): Record<string, string | null> {
  return Object.fromEntries(
    FIELDS.filter((name) => draft[name] !== saved[name]).map((name) => [name, draft[name].trim() || null]),
  );
}

/** Keeps unsaved input in this tab, so that a visit to another page does not lose it. */
const unsaved = {
  key: (pid: string) => `pid:profile:${pid}`,
  read(pid: string, saved: Draft): Draft | null {
    try {
      const kept = JSON.parse(tabStorage.get(unsaved.key(pid)) ?? 'null') as Partial<Draft> | null;
      const draft = Object.fromEntries(
        FIELDS.map((name) => [name, typeof kept?.[name] === 'string' ? kept[name] : saved[name]]),
      ) as Draft;
      return kept && FIELDS.some((name) => draft[name] !== saved[name]) ? draft : null;
    } catch {
      return null;
    }
  },
  keep: (pid: string, draft: Draft) => tabStorage.set(unsaved.key(pid), JSON.stringify(draft)),
  forget: (pid: string) => tabStorage.remove(unsaved.key(pid)),
};

function Preview({ text, pid, draft }: { text: Text; pid: string; draft: Draft }) {
  return (
    <Card title={text.preview}>
      <div class="flex gap-4">
        <Face handle={pid.replace(/@pid$/u, '')} avatarUrl={draft.avatarUrl || null} />
        <div class="min-w-0">
          <p class="font-display text-lg leading-tight font-bold break-words">{draft.displayName || pid}</p>
          <p class="text-sm break-all text-muted">
            {pid}
            {draft.country && ` · ${countryName(draft.country, locale.value)}`}
          </p>
          {draft.bio && <p class="pt-2 text-sm break-words whitespace-pre-line">{draft.bio}</p>}
        </div>
      </div>
    </Card>
  );
}

interface ProfileFormProps {
  readonly text: Text;
  readonly pid: string;
  readonly profile: Profile;
}

export function ProfileForm({ text, pid, profile }: ProfileFormProps) {
  const common = useCommon();
  const [saved, setSaved] = useState(() => draftOf(profile));
  const [draft, setDraft] = useState(() => unsaved.read(pid, saved) ?? saved);
  const isChanged = FIELDS.some((name) => draft[name] !== saved[name]);
  const change = (field: keyof Draft) => (value: string) => {
    const next = { ...draft, [field]: value };
    unsaved.keep(pid, next);
    setDraft(next);
  };
  const accept = (next: Draft) => {
    unsaved.forget(pid);
    setSaved(next);
    setDraft(next);
  };
  const save = useAction(async () => {
    accept(draftOf(await api.call('updateProfile', changesOf(draft, saved))));
    tellKeepers();
    showToast(text.saved);
  });
  const takePicture = (avatarUrl: string | null) => {
    setSaved({ ...saved, avatarUrl: avatarUrl ?? '' });
    setDraft({ ...draft, avatarUrl: avatarUrl ?? '' });
  };
  const refused = describeError(save.error, common.errors).fields;
  const errorOf = (field: keyof Draft) => (field in refused ? text.refused : undefined);
  const knownLocales = [...new Set(['', ...languageCodes, draft.locale])];
  const names = new Intl.DisplayNames([locale.value], { type: 'language' });
  const labelOf = (tag: string) => (tag === '' ? text.noLocale : isLanguage(tag) ? names.of(tag) : tag);
  return (
    <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <Card>
        <Form class="grid gap-4" onSubmit={save.run}>
          <TextField
            label={text.displayName}
            hint={text.displayNameHint}
            error={errorOf('displayName')}
            value={draft.displayName}
            onInput={change('displayName')}
            input={{ maxLength: 40, autocomplete: 'off' }}
          />
          <TextArea
            label={text.bio}
            hint={text.bioHint(BIO_MAX - draft.bio.length)}
            error={errorOf('bio')}
            value={draft.bio}
            onInput={change('bio')}
            maxLength={BIO_MAX}
          />
          <AvatarField text={text} hasPicture={saved.avatarUrl !== ''} onChanged={takePicture} />
          {!draft.avatarUrl.startsWith(OWN_PICTURES) && (
            <TextField
              label={text.avatar}
              hint={text.avatarHint}
              error={errorOf('avatarUrl') && text.avatarFlaw}
              value={draft.avatarUrl}
              onInput={change('avatarUrl')}
              input={{ inputMode: 'url', autocomplete: 'off', spellcheck: false, maxLength: 500 }}
            />
          )}
          <div class="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={text.country}
              value={draft.country}
              onChange={change('country')}
              options={[{ value: '', label: text.noCountry }, ...listCountries(locale.value)]}
            />
            <SelectField
              label={text.locale}
              hint={text.localeHint}
              value={draft.locale}
              onChange={change('locale')}
              options={knownLocales.map((value) => ({ value, label: labelOf(value) ?? value }))}
            />
          </div>
          <ErrorNotice error={save.error} />
          <div class="flex flex-wrap items-center gap-3">
            <Button type="submit" busy={save.busy}>
              {text.save}
            </Button>
            {isChanged && (
              <Button look="quiet" onClick={() => accept(saved)}>
                {text.discard}
              </Button>
            )}
          </div>
          {isChanged && <p class="text-sm text-muted">{text.unsaved}</p>}
        </Form>
      </Card>
      <Preview text={text} pid={pid} draft={draft} />
    </div>
  );
}
