/** A player name. If it is too long for its line, it breaks before `@pid`, not inside. */
export function Pid({ pid }: { pid: string }) {
  const handle = pid.replace(/@pid$/u, '');
  return (
    <>
      {handle}
      <wbr />
      {pid.slice(handle.length)}
    </>
  );
}
