import type { DeskText } from './text.en.ts';

interface Day {
  readonly day: string;
  readonly count: number;
}

const WIDTH = 300;
const HEIGHT = 64;

/** One bar per day, oldest first. A screen reader gets one summary sentence. */
export function LoginsChart({ text, days }: { text: DeskText; days: readonly Day[] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { day: '', count: 0 });
  const step = WIDTH / Math.max(days.length, 1);
  return (
    <figure class="grid gap-2">
      <figcaption class="text-sm text-muted">{text.logins(total)}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        class="h-20 w-full text-brand"
        preserveAspectRatio="none"
        role="img"
        aria-label={text.loginsLabel(total, busiest.day, busiest.count)}
      >
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, (count / busiest.count) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * step + 1}
              y={HEIGHT - height}
              width={step - 2}
              height={height}
              fill="currentColor"
              opacity={count === 0 ? 0.35 : 1}
            >
              <title>{`${day}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}
