/** Lines of equal width on a 24-unit square. The `filled` path covers the lines under it. */
/* @__NO_SIDE_EFFECTS__ */
const icon =
  (lines: string, filled?: string) =>
  ({ class: size = 'size-5' }: { class?: string }) => (
    <svg
      class={`${size} shrink-0`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={lines} />
      {filled && <path d={filled} class="fill-surface" />}
    </svg>
  );

export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5');
export const CrossIcon = icon('M6 6l12 12M18 6 6 18');
export const InfoIcon = icon('M3 12a9 9 0 1 1 18 0a9 9 0 1 1 -18 0zM12 11v5M12 7.6v.1');
export const WarningIcon = icon('M12 4 2.8 19.5h18.4zM12 10v4M12 16.9v.1');
export const KeyIcon = icon('M3.5 14a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0zM11.5 11l8-7.5M16 6.8l2.8 2.8');
export const LockIcon = icon(
  'M7.5 11h9a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1 -2.5 2.5h-9a2.5 2.5 0 0 1 -2.5 -2.5v-4a2.5 2.5 0 0 1 2.5 -2.5zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
);
export const CoinsIcon = icon(
  'M4.5 6.5a7.5 3 0 1 1 15 0a7.5 3 0 1 1 -15 0zM4.5 6.5v5.5c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V6.5M4.5 12v5.5c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V12',
);
export const HomeIcon = icon('m3.5 11 8.5-7 8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20');
export const CopyIcon = icon(
  'M11 8.5h7a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1 -2.5 2.5h-7a2.5 2.5 0 0 1 -2.5 -2.5v-7a2.5 2.5 0 0 1 2.5 -2.5zM15.5 5.5a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2',
);
export const ArrowIcon = icon('M5 12h14M13 6l6 6-6 6');
export const MailIcon = icon(
  'M5.5 5h13a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1 -2.5 2.5h-13a2.5 2.5 0 0 1 -2.5 -2.5v-9a2.5 2.5 0 0 1 2.5 -2.5zM4 7.5l8 6 8-6',
);
export const SignOutIcon = icon(
  'M10 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H10M15.5 8l4.5 4-4.5 4M20 12H9.5',
);
export const ShieldIcon = icon('M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10');
export const PersonIcon = icon('M8 8a4 4 0 1 1 8 0a4 4 0 1 1 -8 0zM4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6');
export const LinkIcon = icon(
  'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
);
export const CodeIcon = icon('m8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14');
export const DeviceIcon = icon(
  'M5 5h9a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-9a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2zM6 19h6M9.5 15v4',
  'M16.5 10h3a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1 -1.5 1.5h-3a1.5 1.5 0 0 1 -1.5 -1.5v-7a1.5 1.5 0 0 1 1.5 -1.5z',
);
export const GavelIcon = icon(
  'm13.5 5 5.5 5.5M10.5 8l5.5 5.5M12 6.5l-1.5 1.5M17.5 12 16 13.5M11 10.5 4 17.5 6.5 20l7-7M13 20.5h8',
);
export const DownloadIcon = icon('M12 4v11M7 10.5l5 5 5-5M5 20h14');
export const PlusIcon = icon('M12 5v14M5 12h14');
export const ArrowUpIcon = icon('M7 17 17 7M8.5 7H17v8.5');
export const ArrowDownIcon = icon('M17 7 7 17M15.5 17H7V8.5');
export const PrintIcon = icon(
  'M7 9V4h10v5M7 17H4.5v-6.5A1.5 1.5 0 0 1 6 9h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6H7z',
);
export const WalletIcon = icon(
  'M19 8V6.5A2.5 2.5 0 0 0 16.5 4h-11A2.5 2.5 0 0 0 3 6.5v10A3.5 3.5 0 0 0 6.5 20H19a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H5.5A2.5 2.5 0 0 1 3 6.5M16.5 14v.1',
);
export const GamepadIcon = icon(
  'M8 7h8a5.5 5.5 0 0 1 5.4 6.5l-.5 2.6a2.4 2.4 0 0 1-4.3 1L15 15H9l-1.6 2.1a2.4 2.4 0 0 1-4.3-1l-.5-2.6A5.5 5.5 0 0 1 8 7zM7 11h3M8.5 9.500v3M15 10.5v.1M17 12.5v.1',
);
export const FamilyIcon = icon(
  'M5.500 7a2.500 2.500 0 1 1 5 0a2.500 2.500 0 1 1 -5 0zM14 10a2 2 0 1 1 4 0a2 2 0 1 1 -4 0zM3 19.500a5 5 0 0 1 10 0M13 19.500a3.500 3.500 0 0 1 6.500-1.800',
);
export const StampIcon = icon(
  'M6 3.5h8L19 8.5V20a.5.5 0 0 1-.5.5h-12a.5.5 0 0 1-.5-.5zM14 3.5V8.5h5M9 15l2 2 4-4.5',
);
export const BellIcon = icon('M6 16.5V11a6 6 0 1 1 12 0v5.5l1.500 1.500h-15zM10 20.500h4');
export const SendIcon = icon('M7 17 17 7M9 7h8v8');
export const SearchIcon = icon(
  'M4 10.500a6.500 6.500 0 1 1 13 0a6.500 6.500 0 1 1 -13 0zM15.300 15.300 20.500 20.500',
);
export const ClipboardIcon = icon(
  'M8 5H6.5A1.500 1.500 0 0 0 5 6.500v13A1.500 1.500 0 0 0 6.500 21h11a1.500 1.500 0 0 0 1.500-1.500v-13A1.500 1.500 0 0 0 17.500 5H16M9 3.500h6V7H9z',
);
export const ScanIcon = icon('M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 12h8');
export const PlayIcon = icon('M8 5.5v13l10.5-6.5z');
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
const STAR = 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z';
export function StarIcon({ class: size = 'size-5', filled = false }: { class?: string; filled?: boolean }) {
  return (
    <svg
      class={`${size} shrink-0`}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width="2"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={STAR} />
    </svg>
  );
}
