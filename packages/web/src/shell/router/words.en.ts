/** The words that a first visit needs, in one file: every further one would cost a request. */
export { text as common } from '../../kit/i18n/common.en.ts';
export { text as landing } from '../../features/identity/pages/landing/text.en.ts';
export { text as signIn } from '../../features/identity/pages/signin/text.en.ts';
export { text as claim } from '../../features/identity/pages/claim/text.en.ts';
export { text as authorize } from '../../features/apps/pages/authorize/text.en.ts';
export { text as home } from '../../features/identity/pages/home/text.en.ts';
export { text as money } from '../../features/money/pages/money/text.en.ts';
