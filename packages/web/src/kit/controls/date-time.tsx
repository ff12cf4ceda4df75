import { formatDateTime } from '../format/date-time.ts';
import type { DateStyle } from '../format/date-time.ts';
import { locale } from '../i18n/locale.ts';

/** In the player's time zone, with the exact time for machines. */
export function DateTime({ value, style = 'date-time' }: { value: string; style?: DateStyle }) {
  return <time dateTime={value}>{formatDateTime(value, locale.value, style)}</time>;
}
