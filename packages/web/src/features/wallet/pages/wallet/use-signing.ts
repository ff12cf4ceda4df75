import { useEffect } from 'preact/hooks';

/** The modules that sign load with the first button that needs them. */
export const loadSigning = () => import('../../parts/sign-operation.ts');

/** Loads them once the player can press the button, so that the press does not wait. */
export function useSigning(canSign: boolean): void {
  useEffect(() => {
    // Without a connection, the button itself says so.
    if (canSign) void loadSigning().catch(() => null);
  }, [canSign]);
}
