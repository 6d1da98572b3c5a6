import type { AppKitEvent } from '@portico/elements'
import { getCurrentScope, onScopeDispose, type ShallowReactive, shallowReactive } from 'vue'
import { useInstance } from './useInstance.ts'

/**
 * Returns the latest event since the component was set up, such as `MODAL_OPEN` or `CONNECT_SUCCESS`, as a reactive object.
 *
 * @example
 * import { useAppKitEvents } from '@portico/vue'
 * import { watch } from 'vue'
 *
 * const event = useAppKitEvents()
 * watch(event, ({ data }) => console.log(data.event))
 */
export function useAppKitEvents(): ShallowReactive<AppKitEvent> {
  const appKit = useInstance()
  const event = shallowReactive<AppKitEvent>({
    timestamp: 0,
    data: { type: 'track', event: 'MODAL_CREATED' },
    reportedErrors: {},
  })
  if (typeof window === 'undefined') return event
  const stop = appKit.subscribeEvents((next) => Object.assign(event, next))
  if (getCurrentScope()) onScopeDispose(stop)
  return event
}
