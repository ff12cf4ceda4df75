/** Types for the used part of `ws`, which has none. */
declare module 'ws' {
  export class WebSocket {
    constructor(address: string);
    on(event: 'open', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'close', listener: () => void): this;
    on(event: 'message', listener: (data: Buffer) => void): this;
    send(text: string): void;
    close(): void;
  }
}
