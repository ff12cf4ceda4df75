/** PID refused. `statusCode` and `message` are those of its answer. */
export class PidError extends Error {
  override readonly name = 'PidError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}
