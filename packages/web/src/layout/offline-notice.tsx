import { useEffect, useState } from 'preact/hooks';
import { useCommon } from '../i18n/locale.ts';
import { showToast } from '../ui/toast.tsx';

export function OfflineNotice() {
  const common = useCommon();
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const lost = () => setOnline(false);
    const regained = () => {
      setOnline(true);
      showToast(common.backOnline);
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', regained);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', regained);
    };
  }, [common]);
  return (
    <div role="status">
      {!online && (
        <p class="bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">{common.offline}</p>
      )}
    </div>
  );
}
