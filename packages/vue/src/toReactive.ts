import { type ShallowReactive, type ShallowRef, shallowReactive, watch } from 'vue'

/** Returns a reactive object with the properties of a ref's value, which follows the ref. Destructure it with `toRefs`. */
export function toReactive<T extends object>(value: Readonly<ShallowRef<T>>): ShallowReactive<T> {
  const object = shallowReactive({ ...value.value })
  // Synchronously, so that both are the same at any time.
  watch(value, (next) => Object.assign(object, next), { flush: 'sync' })
  return object
}
