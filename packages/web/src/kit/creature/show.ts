export interface Show {
  /** `hatch`: the name was claimed. `received`: money arrived. `confirmed`: the player sent or paid. */
  readonly kind: 'hatch' | 'received' | 'confirmed';
  /** Decides the creature. */
  readonly handle: string;
  /** One short line under the creature, which is also announced. */
  readonly said: string;
}
