import { expect, test } from 'vitest';
import { words } from '../packages/server/src/notices/mail/words.en.ts';
import { noticeText } from '../packages/web/src/features/security/parts/notices/text.en.ts';

test('every notice has a text in the pages and in the mails', () => {
  expect(Object.keys(noticeText.types).toSorted()).toEqual(Object.keys(words.subjects).toSorted());
});
