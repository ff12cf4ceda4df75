/**
 * What the memo of the daily transaction must begin with. The hash of the log's checkpoint follows, which the
 * page cannot compute.
 */
export function memoStart({
  date,
  root,
  total,
}: {
  readonly date: string;
  /** base64. */
  readonly root: string;
  readonly total: number;
}): string {
  const hex = Array.from(atob(root), (byte) => byte.codePointAt(0)!.toString(16).padStart(2, '0')).join('');
  return `PID:BOOKS ${date} ${hex} ${total}`;
}
