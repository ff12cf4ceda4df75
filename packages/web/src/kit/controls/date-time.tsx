import { formatDateTime } from '../format/date-time.ts';
import type { DateStyle } from '../format/date-time.ts';
import { locale } from '../i18n/locale.ts';

/** Local to the reader, with the exact moment for machines. */
export function DateTime({ value, style = 'date-time' }: { value: string; style?: DateStyle }) {
  return <time dateTime={value}>{formatDateTime(value, locale.value, style)}</time>;
}
