import { Face } from '../../../../kit/controls/face.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';

/** The permanent name comes first, because the owner can change the display name at any time. */
export function Receiver({
  pid,
  name,
  avatarUrl,
  small = false,
}: {
  pid: string;
  name: string | null;
  avatarUrl: string | null;
  small?: boolean;
}) {
  return (
    <div class="flex items-center gap-4">
      <Face
        handle={pid.replace(/@pid$/u, '')}
        avatarUrl={avatarUrl}
        {...(small ? { class: 'size-11' } : {})}
      />
      <p class="min-w-0 wrap-anywhere">
        <strong class="block">
          <Pid pid={pid} />
        </strong>
        {name !== null && <span class="block text-sm text-muted">{name}</span>}
      </p>
    </div>
  );
}
