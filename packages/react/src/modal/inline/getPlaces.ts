import type { KitScope } from '../../kit/KitContext.ts'
import type { MountedModal } from '../Modal.tsx'
import { requestClose } from '../modalActions.ts'
import { currentView, type ModalState, type ViewName } from '../router.ts'
import { mountInline } from './mountInline.ts'

/** The elements of a page in which the modal can be shown. */
interface Places {
  /** Shows the modal in an element. Returns a function that removes it from there. */
  add(element: HTMLElement): () => void
}

/**
 * Views with the embedded wallet's frame. They open the dialog also where the card is in the page: the frame must not be
 * covered, nor scroll with a part of the page.
 */
const frameViews: readonly ViewName[] = [
  'approve-transaction',
  'connecting-social',
  'email-code',
  'update-email-code',
]

const isInline = (state: ModalState) => !frameViews.includes(currentView(state).name)

const existing = new WeakMap<KitScope, Places>()

/**
 * Returns the places of a page. The modal is shown in the one that was added last: when an application changes its page,
 * the new element is often added before the old one is removed. When the last one is removed, the modal closes, unless
 * the state requires a view.
 */
export function getPlaces(scope: KitScope, modal: MountedModal): Places {
  const places = existing.get(scope) ?? createPlaces(scope, modal)
  existing.set(scope, places)
  return places
}

function createPlaces(scope: KitScope, modal: MountedModal): Places {
  const { enableEmbedded, disableAppend } = scope.kit.options
  const elements: HTMLElement[] = []
  let shown: HTMLElement | undefined
  let unmount: (() => void) | undefined

  function show(): void {
    const next = elements.at(-1)
    if (next === shown) return
    shown = next
    unmount?.()
    unmount = undefined
    if (!next) requestClose(scope)
    modal.place({
      parent: disableAppend ? next : undefined,
      isInline: enableEmbedded && next ? isInline : undefined,
    })
    if (enableEmbedded && next) unmount = mountInline(scope, { element: next, modal, isInline })
  }

  return {
    add(element) {
      elements.push(element)
      show()
      return () => {
        elements.splice(elements.indexOf(element), 1)
        show()
      }
    },
  }
}
