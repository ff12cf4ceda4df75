declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    requests: { method: 'POST'; headers: Record<string, string>; body: string }[];
  }
  export default function autocannon(
    options: Options,
  ): Promise<{ non2xx: number; requests: { average: number }; latency: { p99: number } }>;
}
