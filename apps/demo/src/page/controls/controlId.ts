import type { OptionRow } from '../../options/optionTable.ts'

/** Id of an option's control: the same on every visit, as the focus comes back by it. */
export function controlId({ path }: Pick<OptionRow, 'path'>): string {
  return `option-${path.replace(/[^\w-]/g, '-')}`
}
