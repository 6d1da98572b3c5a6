import type { Kit } from '@portico/core'

const dialogs = new WeakMap<Kit, PromiseWithResolvers<HTMLDialogElement>>()

function entry(kit: Kit): PromiseWithResolvers<HTMLDialogElement> {
  const known = dialogs.get(kit) ?? withResolvers<HTMLDialogElement>()
  dialogs.set(kit, known)
  return known
}

/** The dialog of a kit, once it is on the page: the wallet's frame lives in it. */
export function waitForDialog(kit: Kit): Promise<HTMLDialogElement> {
  return entry(kit).promise
}

export function provideDialog(kit: Kit, dialog: HTMLDialogElement): void {
  entry(kit).resolve(dialog)
}

// `Promise.withResolvers` is younger than the browsers we support.
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
