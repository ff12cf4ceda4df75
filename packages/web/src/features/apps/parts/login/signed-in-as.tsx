import { SigilPicture } from '../../../../kit/controls/sigil.tsx';

export interface SignedInAsProps {
  readonly text: { readonly as: string; readonly otherAccount: string };
  readonly pid: string;
  readonly busy: boolean;
  readonly onChange: () => Promise<void>;
}

export function SignedInAs({ text, pid, busy, onChange }: SignedInAsProps) {
  return (
    <div class="flex items-center gap-3 rounded-md bg-sunken p-3">
      <span class="shrink-0 rounded-md bg-[#08402f] p-2">
        <SigilPicture handle={pid.replace(/@pid$/u, '')} class="size-9" />
      </span>
      <div class="min-w-0 flex-1 text-sm leading-snug">
        <p class="text-muted">{text.as}</p>
        <p class="font-semibold break-all">{pid}</p>
        <button
          type="button"
          class="text-link min-h-11 cursor-pointer text-left"
          disabled={busy}
          onClick={() => void onChange()}
        >
          {text.otherAccount}
        </button>
      </div>
    </div>
  );
}
