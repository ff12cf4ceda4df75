import type { ComponentChildren } from 'preact';
import { useCommon } from '../i18n/locale.ts';
import { shareOrCopy } from '../platform/share.ts';
import { Button, type ButtonLook } from './button.tsx';
import { showToast } from './toast.tsx';

interface ShareButtonProps {
  readonly title: string;
  readonly url: string;
  readonly look: ButtonLook;
  readonly children: ComponentChildren;
}

/** Shares a link. If the device cannot share, copies the link and says so. */
export function ShareButton({ title, url, look, children }: ShareButtonProps) {
  const common = useCommon();
  const share = async () => {
    const outcome = await shareOrCopy({ title, url });
    if (outcome === 'copied') showToast(common.copied);
    if (outcome === 'failed') showToast(common.copyFailed, 'warn');
  };
  return (
    <Button look={look} onClick={share}>
      {children}
    </Button>
  );
}
