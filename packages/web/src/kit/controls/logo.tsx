/** The logo on a 32 by 32 field: an identity card with a face. */
export function LogoShape() {
  return (
    <>
      <rect x="2" y="5" width="28" height="22" rx="6" fill="#0b6b4e" />
      <rect x="2.5" y="5.5" width="27" height="21" rx="5.5" fill="none" stroke="#fff" stroke-opacity="0.25" />
      <rect x="12" y="8" width="8" height="2.5" rx="1.25" fill="#f4f1e8" />
      <path d="M8 14h4v6h-4zM20 14h4v6h-4z" fill="#ffc233" />
      <path d="M13 20h2v2h2v-2h2v4h-6z" fill="#f4f1e8" />
    </>
  );
}

export function LogoMark({ class: size = 'size-8' }: { class?: string }) {
  return (
    <svg class={size} viewBox="0 0 32 32" aria-hidden="true">
      <LogoShape />
    </svg>
  );
}
