import { CopyButton } from './copy-button.tsx';

/** Code to read and copy. It is focusable, so that a keyboard can scroll it. */
export function CodeBlock({ code, label, copyLabel }: { code: string; label: string; copyLabel: string }) {
  return (
    <figure class="grid grid-cols-1 gap-2">
      <figcaption class="flex flex-wrap items-center justify-between gap-2 text-sm font-semibold">
        {label}
        <CopyButton value={code} label={copyLabel} />
      </figcaption>
      <pre
        class="overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-xs leading-relaxed"
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
