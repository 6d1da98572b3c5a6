import type { Warning } from '../approve/Description.ts'

/** Returns the warning that a description does not list everything. */
export function unlistedWarning(count: number): Warning {
  return {
    level: 'danger',
    text: `${count} more are not listed here. Open Details and read them before you approve.`,
  }
}
