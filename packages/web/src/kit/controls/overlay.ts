import { signal } from '../platform/signal.ts';
import type { ComponentChildren } from 'preact';

/** Shown above every page, such as a confirmation that a request needs. */
export const overlay = signal<ComponentChildren>(null);
