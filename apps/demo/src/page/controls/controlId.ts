import type { OptionRow } from '../../options/optionTable.ts'

/** Returns the ID of an option's control. Stable across reloads, because the focus is restored by ID. */
export function controlId({ path }: Pick<OptionRow, 'path'>): string {
  return `option-${path.replace(/[^\w-]/g, '-')}`
}
