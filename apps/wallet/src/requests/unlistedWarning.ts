import type { Warning } from '../approve/Description.ts'
import { commonText } from './commonCopy.ts'

/** Returns the warning that a description does not list everything. */
export function unlistedWarning(count: number): Warning {
  return { level: 'danger', text: commonText('common.unlisted', { count }) }
}
