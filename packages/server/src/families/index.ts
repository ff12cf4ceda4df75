export { bandOf } from './age.ts';
export { birthMonthColumn } from './birth-month.ts';
export { countLostMonths, dropLostMonths } from './birth-months.store.ts';
export { openFamilies, type Ages } from './open-families.ts';
export { familyRetention, familySettings } from './settings.ts';
