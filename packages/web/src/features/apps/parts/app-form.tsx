import { useState } from 'preact/hooks';
import { describeError } from '../../../kit/api/describe-error.ts';
import { useCommon } from '../../../kit/i18n/locale.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../kit/controls/error-notice.tsx';
import { Form } from '../../../kit/controls/form.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../../kit/controls/inputs.tsx';
import { AmountField } from '../../../kit/money/amount-field.tsx';
import { useAction } from '../../../kit/controls/use-action.ts';
import { readAppForm, refusedFields } from './read-app-form.ts';
import type { AppDraft, AppFields } from './read-app-form.ts';
import type { AppFormText } from './text.en.ts';

const RATINGS = ['', '3+', '7+', '13+', '15+', '18+'] as const;

export interface AppFormProps {
  readonly text: AppFormText;
  readonly start: AppDraft;
  readonly submit: string;
  /** Only the owner sets the age rating. */
  readonly mayRate: boolean;
  readonly onSubmit: (fields: AppFields) => Promise<void>;
}

export function AppForm({ text, start, submit, mayRate, onSubmit }: AppFormProps) {
  const common = useCommon();
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const { fields, flaws } = readAppForm(draft, text);
  const save = useAction(async () => {
    setTried(true);
    if (Object.keys(flaws).length === 0) await onSubmit(fields);
  });
  const refused = refusedFields(Object.keys(describeError(save.error, common.errors).fields), text);
  const errorOf = (field: keyof AppDraft) => (tried ? flaws[field] : undefined) ?? refused[field];
  const change = (field: keyof AppDraft) => (value: string) => setDraft({ ...draft, [field]: value });
  return (
    <Form class="grid gap-4" onSubmit={save.run}>
      <TextField
        label={text.name}
        hint={text.nameHint}
        error={errorOf('name')}
        value={draft.name}
        onInput={change('name')}
        input={{ name: 'app-name', maxLength: 200, autocomplete: 'off' }}
      />
      <TextArea
        label={text.origins}
        hint={text.originsHint}
        error={errorOf('origins')}
        value={draft.origins}
        onInput={change('origins')}
        rows={3}
        code
      />
      <TextArea
        label={text.redirectUris}
        hint={text.redirectUrisHint}
        error={errorOf('redirectUris')}
        value={draft.redirectUris}
        onInput={change('redirectUris')}
        rows={3}
        code
      />
      <CheckField
        label={text.requireSecret}
        hint={text.requireSecretHint}
        checked={draft.requireSecret}
        onChange={(requireSecret) => setDraft({ ...draft, requireSecret })}
      />
      <CheckField
        label={text.deviceFlow}
        hint={text.deviceFlowHint}
        checked={draft.deviceFlow}
        onChange={(deviceFlow) => setDraft({ ...draft, deviceFlow })}
      />
      <SelectField
        label={text.rating}
        hint={mayRate ? text.ratingHint : text.ratingOfOwner}
        value={draft.rating}
        disabled={!mayRate}
        options={RATINGS.map((value) => ({ value, label: value === '' ? text.noRating : value }))}
        onChange={(rating) => setDraft({ ...draft, rating })}
      />
      <TextField
        label={text.logo}
        hint={text.logoHint}
        error={errorOf('logoUrl')}
        value={draft.logoUrl}
        onInput={change('logoUrl')}
        input={{ inputMode: 'url', autocomplete: 'off', spellcheck: false, maxLength: 500 }}
      />
      <TextField
        label={text.contact}
        hint={text.contactHint}
        error={errorOf('contact')}
        value={draft.contact}
        onInput={change('contact')}
        input={{ inputMode: 'email', autocomplete: 'off', spellcheck: false, maxLength: 198 }}
      />
      <div class="grid gap-4 sm:grid-cols-2">
        <TextField
          label={text.feePercent}
          hint={text.feePercentHint}
          error={errorOf('feePercent')}
          suffix="%"
          value={draft.feePercent}
          onInput={change('feePercent')}
          input={{ inputMode: 'decimal', autocomplete: 'off', maxLength: 6 }}
        />
        <AmountField
          name="fee-flat"
          label={text.feeFlat}
          hint={text.feeFlatHint}
          error={errorOf('feeFlat')}
          value={draft.feeFlat}
          onInput={change('feeFlat')}
        />
      </div>
      <ErrorNotice error={save.error} />
      <p>
        <Button type="submit" busy={save.busy}>
          {submit}
        </Button>
      </p>
    </Form>
  );
}
