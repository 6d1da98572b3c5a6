import type { DemoOptions } from './demoOptions.ts'
import type { OptionRow } from './optionTable.ts'

/** Returns the options with one of them changed. Default values are omitted, so that links stay short. */
export function setOption(options: DemoOptions, row: OptionRow, value: unknown): DemoOptions {
  const { [row.path]: _, ...others } = options
  const isDefault = value === undefined || JSON.stringify(value) === JSON.stringify(row.initial)
  return isDefault ? others : { ...others, [row.path]: value }
}
