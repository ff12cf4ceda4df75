/** What a section hands over: everything that the report says, and nothing that it does not. */
export interface SectionResult {
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
  readonly series?: readonly Series[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A figure that was asked for, beside the one that was reached. */
export interface Figure {
  readonly name: string;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  readonly reached: number;
  readonly unit?: string;
  /** Why it says less, or more, than it seems to. */
  readonly remark?: string;
}

/** One line of the plot. */
export interface Series {
  readonly name: string;
  readonly points: readonly {
    readonly connections: number;
    readonly perSecond: number;
    readonly p99: number;
  }[];
}

export interface StoredSection extends SectionResult {
  /** Where it was taken: sections of other machines stay beside each other, each with its own. */
  readonly machine: Machine;
  readonly name: string;
  readonly title: string;
  readonly takenAt: string;
  readonly seconds: number;
  readonly quick: boolean;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** Of the minute before the run; what else the machine did falls on every figure. */
  readonly loadBefore: number;
}

export interface Results {
  readonly sections: readonly StoredSection[];
}

export function isMet(figure: Figure): boolean {
  return 'atLeast' in figure.wanted
    ? figure.reached >= figure.wanted.atLeast
    : figure.reached <= figure.wanted.atMost;
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

export function at(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
