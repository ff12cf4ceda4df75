import { formatDateTime } from '../../../kit/format/date-time.ts';
import { locale } from '../../../kit/i18n/locale.ts';

export const showMonth = (birthMonth: string) =>
  formatDateTime(`${birthMonth}-15T12:00:00Z`, locale.value, 'month', 'UTC');
