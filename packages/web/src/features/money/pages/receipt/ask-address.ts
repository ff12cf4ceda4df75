import { nameGoods } from '@pid/contract/name-goods';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { Text } from './text.en.ts';

/**
 * A mail contact gets a draft with the data that the developer needs to find the payment. A page is opened
 * unchanged.
 */
export function askAddress(text: Text, payment: PlayerPayment): string | null {
  const { id, reference, app } = payment;
  const { contact, name } = app;
  if (contact === null || contact.startsWith('https://')) return contact;
  const subject = encodeURIComponent(text.askSubject(reference, name));
  const body = encodeURIComponent(text.askBody(id, reference, nameGoods(payment, locale.value)));
  return `mailto:${contact}?subject=${subject}&body=${body}`;
}
