import { later } from '../../../../kit/controls/loading.tsx';
import type { SelectFieldProps } from '../../../../kit/controls/inputs.tsx';

/** Only players with several passkeys choose one. */
export const LateSelect = later<SelectFieldProps<string>>(
  3,
  async () => (await import('../../../../kit/controls/inputs.tsx')).SelectField<string>,
);
