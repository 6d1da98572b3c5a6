import type { OptionRow } from '../../options/optionTable.ts'

/** Props of every control in the options panel. */
export interface ControlProps {
  row: OptionRow
  /** The chosen value, or the row's default. */
  value: unknown
  onChange: (value: unknown) => void
}
