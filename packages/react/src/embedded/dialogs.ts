import type { Kit } from '@portico/core'

const dialogs = new WeakMap<Kit, PromiseWithResolvers<HTMLDialogElement>>()

function entry(kit: Kit): PromiseWithResolvers<HTMLDialogElement> {
  const deferred = dialogs.get(kit) ?? withResolvers<HTMLDialogElement>()
  dialogs.set(kit, deferred)
  return deferred
}

/** Resolves with a kit's dialog once it is in the page. The embedded wallet's iframe is placed inside it. */
export function waitForDialog(kit: Kit): Promise<HTMLDialogElement> {
  return entry(kit).promise
}

/** Resolves `waitForDialog`. */
export function provideDialog(kit: Kit, dialog: HTMLDialogElement): void {
  entry(kit).resolve(dialog)
}

// Some supported browsers do not have `Promise.withResolvers`.
interface PromiseWithResolvers<T> {
  promise: Promise<T>
  resolve(value: T): void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
