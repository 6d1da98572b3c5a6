// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MoveFailedError } from '../../move/MoveFailedError.ts'
import { showTake, type TakeParameters } from './showTake.ts'

const address = `0x${'a'.repeat(40)}`
const take = vi.fn<TakeParameters['take']>()
const openWallet = vi.fn()
let root: HTMLElement

beforeEach(() => {
  vi.resetAllMocks()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})

const show = (more: Partial<TakeParameters> = {}) =>
  showTake({ root, ownAddress: undefined, hasLink: true, take, openWallet, ...more })
const buttons = () => [...root.querySelectorAll('button')]

describe('showTake', () => {
  test('behavior: takes part only after a press, once, and then shows the digits and the address', async () => {
    let finish: (address: string) => void = () => undefined
    take.mockImplementation((showDigits) => {
      showDigits('012345')
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    show()
    expect(root.textContent).toContain(
      'Continue only if another device of yours shows the code that you have just scanned.',
    )
    expect(take).not.toHaveBeenCalled()
    const [submit] = buttons()
    submit?.click()
    submit?.click()
    expect(take).toHaveBeenCalledOnce()
    expect(root.querySelector('.match')?.textContent).toBe('Digits: 012345')
    expect(root.textContent).toContain('Tell them to nobody')
    finish(address)
    await vi.waitFor(() => expect(root.textContent).toContain(`Its address is ${address}.`))
    buttons()[0]?.click()
    expect(openWallet).toHaveBeenCalledOnce()
  })

  test.each([
    ['a browser that has a wallet', { ownAddress: address }, `This browser already has a wallet: ${address}`],
    ['an incomplete link', { hasLink: false }, 'This link is incomplete.'],
  ])('error: %s takes no part', (_name, more, text) => {
    show(more)
    expect(root.textContent).toContain(text)
    for (const button of buttons()) button.click()
    expect(take).not.toHaveBeenCalled()
  })

  test('error: says when a key was replaced on the way', async () => {
    take.mockRejectedValue(new MoveFailedError('key-wrong'))
    show()
    buttons()[0]?.click()
    await vi.waitFor(() => expect(root.textContent).toContain('was tampered with. Nothing was moved.'))
  })
})
