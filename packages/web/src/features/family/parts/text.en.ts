/** Texts of the card on the home page and of the family page. */
export const text = {
  askTitle: 'In which month were you born?',
  askBody: 'Some games and payments are not for every age. Players under 18 need a parent for money.',
  askPrivacy:
    'Only you and PID support can see the month. Parents see an age band, and apps only if you allow it.',
  month: 'Month',
  year: 'Year',
  set: 'Save',
  setTitle: (month: string) => `Born in ${month}?`,
  setBody: 'You can set it only once. If it is wrong later, only PID support can correct it.',
  setConfirm: 'Yes, save',
  needsParent: 'You need a parent for money',
  needsParentBody: 'Invite your mother or father with a code. It takes two minutes.',
  openFamily: 'Open Family',
  waiting: (count: number) =>
    count === 1 ? 'Your child asks you for an approval' : `Your children ask you for ${count} approvals`,
  look: 'Look at it',
};

export type FamilyText = typeof text;
