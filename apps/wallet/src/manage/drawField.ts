import { element } from '@portico/page-server/element'

/** Draws a labelled field of a form, described by the form's status. */
export function drawField(
  label: string,
  { status, ...attributes }: { type: 'password' | 'file'; status: HTMLElement; autocomplete?: string },
): { label: HTMLElement; field: HTMLInputElement } {
  const field = element('input', { ...attributes, 'aria-describedby': status.id })
  return { label: element('label', {}, label, field), field }
}
