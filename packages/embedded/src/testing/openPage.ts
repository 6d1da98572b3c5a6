import { ada, fakeFrame } from '@portico/core/testing'
import { fireEvent } from '@testing-library/dom'
import { expect, vi } from 'vitest'

export const user = {
  email: 'ada@example.org',
  address: ada,
  chainId: 'eip155:1',
  accounts: [{ address: ada, type: 'eoa' }],
  preferredAccountType: 'eoa',
}

/**
 * Prepares a page whose modal gets a fake of the wallet's frame, with the real protocol. Returns what a visitor does in it.
 */
export function openPage() {
  const frame = fakeFrame()
  frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
  frame.answers.set('GET_USER', ({ payload }) => ({
    ...user,
    chainId: (payload as { chainId?: string }).chainId ?? user.chainId,
  }))
  frame.answers.set('IS_CONNECTED', () => ({ isConnected: true }))
  frame.answers.set('SWITCH_NETWORK', ({ payload }) => payload)
  frame.answers.set('SET_PREFERRED_ACCOUNT', () => ({ type: 'eoa', address: ada }))
  installBrowserMethods((element) => frame.mount(element))

  const older = [...document.querySelectorAll('dialog')]
  const dialogs = () => [...document.querySelectorAll('dialog')].filter((dialog) => !older.includes(dialog))
  const root = () => dialogs()[0]?.firstElementChild?.shadowRoot
  const isOpen = () => dialogs().some(({ open }) => open)
  const find = <E extends HTMLElement>(selector: string): Promise<E> =>
    vi.waitFor(
      () => {
        const element = isOpen() && root()?.querySelector<E>(selector)
        if (!element) throw new Error(`The modal has no ${selector}.`)
        return element
      },
      { timeout: 15_000 },
    )
  return {
    frame,
    dialogs,
    isOpen,
    find,
    /** Enters an address in the modal, whose login needs no code. */
    async logIn() {
      fireEvent.change(await find('input[type=email]'), { target: { value: user.email } })
      fireEvent.submit(await find('form'))
    },
    /** Closes the modal. */
    async close() {
      await find('input[type=email]')
      for (const dialog of dialogs()) if (dialog.open) fireEvent.keyDown(dialog, { key: 'Escape' })
      await vi.waitFor(() => expect(isOpen()).toBe(false))
    },
  }
}

/** Adds what the modal uses and jsdom lacks. */
function installBrowserMethods(mount: (frame: HTMLIFrameElement) => void): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
    append(this: HTMLDialogElement, ...nodes: Node[]) {
      for (const node of nodes) {
        if (node instanceof HTMLIFrameElement) mount(node)
        else this.appendChild(node)
      }
    },
  })
  Element.prototype.scrollIntoView ??= () => {}
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  globalThis.ResizeObserver ??= Observer
  globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver
}

/** An observer that never calls back. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
