/**
 * Ends this process with SIGTERM when its parent has ended. npm sends signals to the shell that it starts,
 * and a shell that does not replace itself with its command (dash, busybox) ends without passing them on.
 */
export function endWithParent({ everyMillis = 500 } = {}) {
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMillis);
  timer.unref();
}
