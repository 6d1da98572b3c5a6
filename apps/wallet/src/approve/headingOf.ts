import { approveText } from './copy.ts'
import type { Description } from './Description.ts'

/** Returns the heading of a request, by its kind. A sign-in is a signature; its title says that it signs in, and where. */
export function headingOf(name: Description['name']): string {
  return approveText(`approve.headings.${name === 'sign-in' ? 'signature' : name}`)
}
