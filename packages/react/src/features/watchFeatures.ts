import type { KitScope } from '../kit/KitContext.ts'
import { applyFeatures } from './applyFeatures.ts'
import { storedFeatures } from './storedFeatures.ts'
import { type ProjectFeatures, toFeatures } from './toFeatures.ts'
import { toOfferedSocials } from './toOfferedSocials.ts'

/** Longer than the animations of opening and closing, which neither loading code nor a change must disturb. */
const settledMs = 300

/**
 * Requests the features that the gateway's operator has configured whenever the modal opens, at most every five minutes, and
 * applies them once it is closed, so that nothing moves under the pointer. If the gateway does not answer, nothing
 * changes.
 *
 * @returns a function that stops watching
 */
export function watchFeatures({ kit, router }: KitScope): () => void {
  if (kit.options.gatewayUrl === undefined) return () => {}
  let isOpen = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let features: ProjectFeatures | undefined

  const apply = () => {
    if (features && !isOpen && !isStopped) applyFeatures(kit, features)
  }
  const read = async () => {
    try {
      const { fetchProjectFeatures } = await import('../data/gatewayData.ts')
      features = toFeatures(await fetchProjectFeatures(kit))
      storedFeatures(kit).set(features)
      // On the first visit there is nothing to show before; Connect keeps a place for them.
      if (kit.store.getState().offeredSocials === undefined)
        kit.store.setState({ offeredSocials: toOfferedSocials(features) })
      apply()
    } catch (error) {
      kit.logger.warn('The features of the project could not be read.', error)
      // Connect no longer keeps a place for social logins.
      kit.store.setState({ socialsUnread: true })
    }
  }
  const update = () => {
    const { open } = router.store.getState()
    if (open === isOpen) return
    isOpen = open
    clearTimeout(timer)
    timer = setTimeout(open ? read : apply, settledMs)
  }
  const stop = router.store.subscribe(update)
  update()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stop()
  }
}
