import { useId, useRef } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

export interface AvatarFieldProps {
  readonly text: Text;
  readonly hasPicture: boolean;
  readonly onChanged: (avatarUrl: string | null) => void;
}

/** Uploads a picture from the device. It is saved immediately and does not affect the other fields. */
export function AvatarField({ text, hasPicture, onChanged }: AvatarFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(async (file: File) => {
    const { shrinkPicture } = await import('./shrink-picture.ts');
    const image = await shrinkPicture(file);
    if (image === null) return showToast(text.pictureFlaw, 'warn');
    const { avatarUrl } = await api.call('uploadAvatar', { image });
    onChanged(avatarUrl);
    showToast(text.pictureSaved);
  });
  const remove = useAction(async () => {
    await api.call('updateProfile', { avatarUrl: null });
    onChanged(null);
  });
  return (
    <div class="grid gap-2">
      <p class="font-semibold" id={id}>
        {text.picture}
      </p>
      <div class="flex flex-wrap gap-3" role="group" aria-labelledby={id}>
        <input
          ref={input}
          class="sr-only"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void upload.run(file);
          }}
        />
        <Button look="plain" small busy={upload.busy} onClick={() => input.current?.click()}>
          {text.choosePicture}
        </Button>
        {hasPicture && (
          <Button look="quiet" small busy={remove.busy} onClick={() => remove.run()}>
            {text.removePicture}
          </Button>
        )}
      </div>
      <p class="text-sm text-muted">{text.pictureHint}</p>
      <ErrorNotice error={upload.error ?? remove.error} />
    </div>
  );
}
