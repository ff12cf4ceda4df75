/** A period as Prometheus writes it, such as 15s or 1m30s. */
const period = {
  type: 'string',
  pattern: '^(0|(\\d+y)?(\\d+w)?(\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?)$',
};

function map(properties: object, required: readonly string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}
const text = { type: 'string' };
const labels = { type: 'object', additionalProperties: text };

/**
 * The part of the definition of a PodMonitor (monitoring.coreos.com/v1, Prometheus Operator 0.91) that the chart uses, with the types and
 * required fields of that definition. It refuses every other field.
 */
export const podMonitorSchema = map(
  {
    apiVersion: { const: 'monitoring.coreos.com/v1' },
    kind: { const: 'PodMonitor' },
    metadata: map({ name: text, namespace: text, labels, annotations: labels }, ['name']),
    spec: map(
      {
        jobLabel: text,
        selector: map({ matchLabels: labels }),
        podMetricsEndpoints: {
          type: 'array',
          items: map({
            port: text,
            path: text,
            interval: period,
            authorization: map({
              type: text,
              credentials: map({ name: text, key: text, optional: { type: 'boolean' } }, ['key']),
            }),
          }),
        },
      },
      ['selector'],
    ),
  },
  ['apiVersion', 'kind', 'metadata', 'spec'],
);
