/** How bad a state of the log is. */
export const LOG_TONES = {
  unsigned: 'bad',
  first: 'good',
  continued: 'good',
  restarted: 'note',
  unlinked: 'warn',
  rekeyed: 'warn',
  broken: 'bad',
} as const;
