import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const rulesFile = fileURLToPath(new URL('../../deploy/prometheus-rules.yaml', import.meta.url));
const dashboardFile = fileURLToPath(new URL('../../deploy/grafana-dashboard.json', import.meta.url));

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
export const rules = (
  parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
export const dashboard = JSON.parse(readFileSync(dashboardFile, 'utf8')) as {
  templating: { list: { name: string }[] };
  panels: { id: number; targets: { expr: string }[] }[];
};
