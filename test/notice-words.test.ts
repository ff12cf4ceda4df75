import { expect, test } from 'vitest';
import { words } from '../packages/server/src/notices/mail/words.en.ts';
import { incomingTypes } from '../packages/server/src/notices/notice-types.ts';
import { noticeText } from '../packages/web/src/features/security/parts/notices/text.en.ts';

test('every notice that can be told has words in the pages, and in the mails unless no mail tells of it', () => {
  expect(Object.keys(noticeText.types).toSorted()).toEqual(
    [...Object.keys(words.subjects), ...incomingTypes].toSorted(),
  );
});
