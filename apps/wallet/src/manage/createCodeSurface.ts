import { element } from '@portico/page-server/element'
import type { Surface } from '../ui/Surface.ts'

/** Creates the surface on which this page shows the form for a code, and the step with a link: the page itself. */
export function createCodeSurface(root: HTMLElement): Surface {
  return {
    show: ({ element: view }) => root.replaceChildren(element('div', { class: 'manage-code' }, view)),
    hide: () => root.replaceChildren(),
  }
}
