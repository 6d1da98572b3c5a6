import { getDefaultAppKit } from '../../defaultKit.ts'
import { loadModal } from '../loadModal.ts'
import { getPlaces } from './getPlaces.ts'

/**
 * Shows the modal in an `<appkit-modal>` of the page: with `enableEmbedded` the card itself, with `disableAppend` its
 * dialog. Without these options the element has no effect.
 *
 * @returns a function that removes it from there
 */
export function placeModal(element: HTMLElement): () => void {
  const scope = getDefaultAppKit()?.scope
  let remove: (() => void) | undefined
  let isRemoved = false
  if (scope?.kit.options.enableEmbedded || scope?.kit.options.disableAppend) {
    loadModal(scope).then(
      (modal) => {
        if (!isRemoved) remove = getPlaces(scope, modal).add(element)
      },
      // Logged by `loadModal`.
      () => {},
    )
  }
  return () => {
    isRemoved = true
    remove?.()
  }
}
