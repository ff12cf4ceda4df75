/** The result of a section: the complete content of its part of the report. */
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

/** A target and the measured value. */
export interface Figure {
  readonly name: string;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  readonly reached: number;
  readonly unit?: string;
  /** A reason why the figure means less, or more, than it seems to. */
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
  /** The machine of this section. Sections of one report may come from different machines. */
  readonly machine: Machine;
  readonly name: string;
  readonly title: string;
  readonly takenAt: string;
  readonly seconds: number;
  readonly quick: boolean;
  /** The commit that was measured. Absent in older files, and outside of a clone. */
  readonly commit?: string;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** Load average of the minute before the run. Other work on the machine affects every figure. */
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
