import type { DemoOptions } from './demoOptions.ts'
import type { OptionRow } from './optionTable.ts'

/** Options with one of them changed. What equals the default is left out, so that links stay short. */
export function setOption(options: DemoOptions, row: OptionRow, value: unknown): DemoOptions {
  const { [row.path]: _, ...others } = options
  const same = value === undefined || JSON.stringify(value) === JSON.stringify(row.initial)
  return same ? others : { ...others, [row.path]: value }
}
