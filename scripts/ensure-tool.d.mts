export function ensureTool(command: string, debianPackage: string): string | null;
