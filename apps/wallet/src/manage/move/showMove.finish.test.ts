// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MoveOffer } from '../../move/createMoveOffer.ts'
import { MoveFailedError } from '../../move/MoveFailedError.ts'
import { ServerUnreachableError } from '../../session/ServerError.ts'
import { showMove } from './showMove.ts'

const offer = {
  link: `https://wallet.example/take#${'a'.repeat(43)}.${'b'.repeat(43)}`,
  waitForDevice: vi.fn<MoveOffer['waitForDevice']>(),
  enterDigits: vi.fn<MoveOffer['enterDigits']>(),
  waitForLogin: vi.fn<MoveOffer['waitForLogin']>(),
  cancel: vi.fn<MoveOffer['cancel']>(),
  endDevice: vi.fn<MoveOffer['endDevice']>(),
}
const onBack = vi.fn()
let root: HTMLElement
let login: { resolve(): void; reject(error: Error): void }

beforeEach(async () => {
  vi.resetAllMocks()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  offer.waitForDevice.mockResolvedValue()
  offer.enterDigits.mockResolvedValue({ isRight: true })
  offer.waitForLogin.mockReturnValue(
    new Promise<void>((resolve, reject) => {
      login = { resolve, reject }
    }),
  )
  void showMove({ root, startOffer: async () => offer, onSessionOver: vi.fn(), onBack })
  await vi.waitFor(() => expect(root.querySelector('input')).not.toBeNull())
  const field = root.querySelector('input') as HTMLInputElement
  field.value = '012345'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(() => expect(root.textContent).toContain('Waiting until the other device'))
})

const button = (name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)

describe('showMove, once the digits were right', () => {
  test('behavior: after right digits nothing is cancelled any more; the other device can be ended', async () => {
    expect(button('Cancel')).toBeUndefined()
    offer.endDevice.mockRejectedValueOnce(
      new ServerUnreachableError({ server: 'https://gateway.example', cause: undefined }),
    )
    button('End the other device')?.click()
    await vi.waitFor(() => expect(root.textContent).toContain('can’t be reached'))
    button('End the other device')?.click()
    await vi.waitFor(() => expect(root.textContent).toContain('The other device was ended'))
    // The move is over at the gateway then; the page goes on saying what happened.
    login.reject(new MoveFailedError('key-wrong'))
    await expect(offer.waitForLogin.mock.results[0]?.value).rejects.toThrow()
    expect(root.textContent).toContain('The other device was ended')
    expect(offer.endDevice).toHaveBeenCalledTimes(2)
    expect(offer.cancel).not.toHaveBeenCalled()
    button('Back')?.click()
    expect(onBack).toHaveBeenCalledOnce()
  })

  test('behavior: says when the other device has the wallet', async () => {
    login.resolve()
    await vi.waitFor(() => expect(root.textContent).toContain('Your wallet is on the other device'))
  })
})
