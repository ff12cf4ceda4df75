import { activityText } from '../../activity/text.en.ts';

export const text = {
  title: 'Administration',
  lead: 'Everything you do here is recorded under your name.',
  tabsLabel: 'Parts of the administration',
  tabs: { identities: 'Identities', audit: 'Audit' },
  search: 'Search by player name',
  searchHint: 'The beginning of the name.',
  find: 'Search',
  caption: 'Identities',
  pid: 'Player name',
  status: 'Status',
  created: 'Member since',
  actions: 'Actions',
  none: 'Nobody has a name that begins so.',
  suspend: 'Suspend',
  reactivate: 'Reactivate',
  delete: 'Delete',
  ask: {
    suspend: (pid: string) => `Suspend ${pid}?`,
    reactivate: (pid: string) => `Reactivate ${pid}?`,
    delete: (pid: string) => `Delete ${pid} for good?`,
  },
  consequence: {
    suspend:
      'They can look and sign out, and change nothing. Every token that apps hold of them ends for good.',
    reactivate: 'They can use everything again. Apps have to be allowed anew.',
    delete: 'Their personal data is erased. The name stays taken. It cannot be undone.',
  },
  done: {
    suspend: (pid: string) => `${pid} is suspended.`,
    reactivate: (pid: string) => `${pid} is active again.`,
    delete: (pid: string) => `${pid} is deleted.`,
  },
  auditTitle: 'Everything that was recorded',
  when: 'When',
  who: 'Who',
  what: 'What',
  target: 'Whom or what',
  from: 'From',
  strangerTitle: 'Nothing lives here',
  strangerBody: 'If you administer this service, sign in with your passkey and come back.',
  signIn: 'Sign in',
  activityText,
};
export type Text = typeof text;
