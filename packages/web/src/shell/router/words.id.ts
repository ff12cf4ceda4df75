/** The words that a first visit needs, in one file: every further one would cost a request. */
export { text as common } from '../../kit/i18n/common.id.ts';
export { text as landing } from '../../features/identity/pages/landing/text.id.ts';
export { text as signIn } from '../../features/identity/pages/signin/text.id.ts';
export { text as claim } from '../../features/identity/pages/claim/text.id.ts';
export { text as authorize } from '../../features/apps/pages/authorize/text.id.ts';
export { text as home } from '../../features/identity/pages/home/text.id.ts';
export { text as money } from '../../features/money/pages/money/text.id.ts';
