import type { Series } from './results.ts';

const panel = { width: 400, height: 260, left: 60, top: 40 };
const colours = ['#6b7280', '#2563eb', '#0891b2', '#7c3aed', '#d97706', '#059669', '#dc2626', '#db2777'];

interface Axis {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  value(point: Series['points'][number]): number;
}

/**
 * Draws two panels over the number of connections: requests per second, and p99. All axes are logarithmic.
 */
export function drawPlot(series: readonly Series[]): string {
  const points = series.flatMap((line) => line.points);
  const levels = [...new Set(points.map((point) => point.connections))].toSorted((a, b) => a - b);
  const panels = [
    decades('requests a second', points, (point) => point.perSecond),
    decades('p99, ms', points, (point) => point.p99),
  ];
  const width = panels.length * (panel.width + panel.left) + 20;
  const height = panel.top + panel.height + 50 + Math.ceil(series.length / 3) * 18;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...panels.map((axis, index) => drawPanel(axis, levels, series, index * (panel.width + panel.left))),
    ...series.map((line, index) => legend(line.name, index)),
    '</svg>\n',
  ].join('\n');
}

function decades(title: string, points: readonly Series['points'][number][], value: Axis['value']): Axis {
  const values = points.map(value);
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  const ticks = [];
  for (let tick = low; tick <= high * 1.01; tick *= 10) ticks.push(tick);
  return { title, low, high, ticks, value };
}

function drawPanel(axis: Axis, levels: readonly number[], series: readonly Series[], shift: number): string {
  const first = levels[0]!;
  const last = levels.at(-1)!;
  const left = shift + panel.left;
  const x = (connections: number) => left + share(connections, first, last) * (panel.width - 20);
  const y = (value: number) => panel.top + (1 - share(value, axis.low, axis.high)) * panel.height;
  const bottom = panel.top + panel.height;
  return [
    `<text x="${left}" y="${panel.top - 14}" font-weight="600">${axis.title}</text>`,
    ...axis.ticks.map(
      (tick) =>
        `<path d="M${left} ${y(tick).toFixed(1)}H${left + panel.width - 20}" stroke="#e5e7eb"/><text x="${left - 6}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${Number(tick.toPrecision(1)).toLocaleString('en')}</text>`,
    ),
    ...levels.map(
      (level) => `<text x="${x(level).toFixed(1)}" y="${bottom + 16}" text-anchor="middle">${level}</text>`,
    ),
    `<text x="${left + panel.width / 2}" y="${bottom + 32}" text-anchor="middle">connections</text>`,
    ...series.map((line, index) => {
      const colour = colours[index % colours.length];
      const places = line.points.map(
        (point) => `${x(point.connections).toFixed(1)} ${y(axis.value(point)).toFixed(1)}`,
      );
      const dots = places.map(
        (place) =>
          `<circle cx="${place.split(' ')[0]}" cy="${place.split(' ')[1]}" r="2.5" fill="${colour}"/>`,
      );
      return `<path d="M${places.join('L')}" fill="none" stroke="${colour}" stroke-width="1.8"/>${dots.join('')}`;
    }),
  ].join('\n');
}

function share(value: number, low: number, high: number): number {
  return high === low ? 0.5 : Math.log(value / low) / Math.log(high / low);
}

function legend(name: string, index: number): string {
  const x = panel.left + (index % 3) * 290;
  const y = panel.top + panel.height + 56 + Math.floor(index / 3) * 18;
  return `<rect x="${x}" y="${y - 9}" width="14" height="10" fill="${colours[index % colours.length]}"/><text x="${x + 20}" y="${y}">${name}</text>`;
}
