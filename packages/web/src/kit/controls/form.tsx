import type { ComponentChildren } from 'preact';

export interface FormProps {
  readonly class: string;
  readonly role?: 'search';
  readonly noValidate?: boolean;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** A form that a script submits, without leaving the page. */
export function Form({ onSubmit, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
