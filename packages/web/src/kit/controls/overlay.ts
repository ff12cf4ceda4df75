import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** What stands above every page, such as a question that a request has raised. */
export const overlay = signal<ComponentChildren>(null);
