export function processorSeconds(pid?: number | string): number | undefined;
