import type { Warning } from '../../approve/Description.ts'

/** Returns a warning that makes a request high risk. */
export function danger(text: string): Warning {
  return { level: 'danger', text }
}
