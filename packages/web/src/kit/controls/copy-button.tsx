import { useEffect, useState } from 'preact/hooks';
import { useCommon } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { showToast } from './toast.tsx';

export interface CopyButtonProps {
  readonly value: string;
  /** Names the copied value, such as "Copy your pid". */
  readonly label: string;
  readonly look?: ButtonLook;
}

export function CopyButton({ value, label, look = 'plain' }: CopyButtonProps) {
  const common = useCommon();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      showToast(common.copyFailed, 'warn');
    }
  };
  return (
    <Button look={look} small onClick={copy}>
      {copied ? <CheckIcon class="size-4" /> : <CopyIcon class="size-4" />}
      <span aria-live="polite">{copied ? common.copied : label}</span>
    </Button>
  );
}
