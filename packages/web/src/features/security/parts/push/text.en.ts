/** Texts about notifications on this device, and mails for incoming money. */
export const pushText = {
  title: 'Notification settings',
  device: 'Notifications on this device',
  deviceHint: 'For incoming money, payments and security alarms, even when PID is closed.',
  states: {
    on: 'On',
    off: 'Off',
    blocked: 'Blocked by the browser',
    unsupported: 'Not possible in this browser',
    install: 'Needs the app on your Home Screen',
    offline: 'Turned off by this service',
  },
  blocked:
    'Your browser blocks notifications from PID. Open the settings of this site (the icon beside its address), allow notifications, then reload this page.',
  unsupported:
    'This browser cannot receive notifications, or you use a private window. Every notice stays on this page.',
  install:
    'On iPhone and iPad, first add PID to your Home Screen: Share, then “Add to Home Screen”. Open it from there.',
  offline: 'This service sends no notifications to devices. Every notice stays on this page.',
  details: 'Show names and amounts',
  detailsHint: 'Anyone who sees your screen can read them, also on the lock screen.',
  others: (count: number) =>
    count === 1
      ? 'One other device of yours is also notified.'
      : `${count} other devices of yours are also notified.`,
  turnedOn: 'Notifications are on for this device',
  turnedOff: 'Notifications are off for this device',
  failed:
    'The notification service of your browser could not be reached. Check the connection and try again, or use another browser.',
  mail: 'Email me when money comes in',
  mailHint: 'Emails about security and about money that goes out are always sent.',
  mailNone: 'This service sends no emails.',
  saved: 'Saved',
  offerTitle: 'Know at once when money moves?',
  offerBody:
    'PID can notify you on this device of incoming money, payments and security alarms. You can turn it off at any time.',
  offerYes: 'Notify me',
  offerNo: 'Not now',
};

export type PushText = typeof pushText;

/** The offer loads its texts without a page. */
export const text = pushText;
