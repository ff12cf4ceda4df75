import { Field } from './form.tsx';
import type { FieldProps } from './form.tsx';

type FieldParts = Omit<FieldProps, 'children'>;

/** The attributes that pages may set. Preact's union per input type cannot be spread. */
interface InputOptions {
  readonly name?: string;
  readonly placeholder?: string;
  readonly autocomplete?: AutoFill;
  readonly autocapitalize?: 'none' | 'sentences' | 'words';
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'search';
  readonly maxLength?: number;
  readonly spellcheck?: boolean;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

export interface TextFieldProps extends FieldParts {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Shown inside the control at the right edge, such as `@pid`. */
  readonly suffix?: string;
  readonly input?: InputOptions;
}

export function TextField({ value, onInput, suffix, input, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <div class="relative">
          <input
            type="text"
            {...input}
            {...control}
            class={suffix ? 'input pr-16' : 'input'}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {suffix && (
            <span class="pointer-events-none absolute inset-y-0 right-4 flex items-center font-semibold text-muted">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldParts {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  /** Uses the monospace font and turns off spell checking. */
  readonly code?: boolean;
}

export function TextArea({ value, onInput, rows = 3, maxLength, code = false, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          class={code ? 'input font-mono text-sm' : 'input'}
          rows={rows}
          maxLength={maxLength}
          spellcheck={!code}
          autocapitalize={code ? 'none' : 'sentences'}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Options of a group are below the others, under its name. */
  readonly group?: string;
}

export interface SelectFieldProps<Value extends string> extends FieldParts {
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, onChange, disabled = false, ...field } = props;
  const groups = [...new Set(options.flatMap(({ group }) => group ?? []))];
  const list = (wanted?: string) =>
    options.flatMap((option) =>
      option.group === wanted ? (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ) : (
        []
      ),
    );
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          class="input"
          disabled={disabled}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {list()}
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {list(group)}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface CheckFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  return (
    <label class="flex items-start gap-3">
      <input
        type="checkbox"
        class="mt-1 size-5 shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <span class={hint === undefined ? undefined : 'block font-semibold'}>{label}</span>
        {hint !== undefined && <span class="text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
