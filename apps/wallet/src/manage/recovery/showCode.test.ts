// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ServerError } from '../../session/ServerError.ts'
import { showCode } from './showCode.ts'

const code = '006H-M9SM-8575-PT3N-GA7S-SADP-RF8D-VTQQ'
const address = `0x${'a'.repeat(40)}`
const made = { code, slot: { slotId: 'slt_1' }, share: new Uint8Array(32), proofKey: 'key' }
const openForCode = vi.fn()
const storeCode = vi.fn()
const runExport = vi.fn()
const recover = vi.fn()
const onBack = vi.fn()
let root: HTMLElement

beforeEach(async () => {
  vi.resetAllMocks()
  openForCode.mockResolvedValue({})
  runExport.mockResolvedValue(made)
  recover.mockResolvedValue({ address })
  root = document.createElement('main')
  document.body.replaceChildren(root)
  await showCode({ root, address, client: { openForCode, storeCode }, runExport, recover, onBack })
})

const field = () => root.querySelector('textarea') as HTMLTextAreaElement
const status = () => root.querySelector('[role=status]')?.textContent
function next(): void {
  const button = [...root.querySelectorAll('button')].find(({ textContent }) =>
    /written/.test(textContent ?? ''),
  )
  button?.click()
}
function typeBack(text: string): void {
  field().value = text
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
}

describe('showCode', () => {
  test('behavior: shows eight groups, which are not in the document while they are typed back', () => {
    expect([...root.querySelectorAll('.groups span')].map(({ textContent }) => textContent)).toEqual(
      code.split('-'),
    )
    expect(openForCode).toHaveBeenCalledOnce()
    next()
    expect(document.documentElement.outerHTML).not.toMatch(/006H|VTQQ/)
    expect(storeCode).not.toHaveBeenCalled()
  })

  test.each(['', 'nonsense', code.replace('006H', '006J'), code.slice(0, -1)])(
    'error: typing "%s" stores nothing',
    async (typed) => {
      next()
      typeBack(typed)
      await vi.waitFor(() =>
        expect(status()).toBe('This is not the code that was shown. Compare it with your paper.'),
      )
      expect(storeCode).not.toHaveBeenCalled()
    },
  )

  test('behavior: is stored once typed back, and counts once it opens the wallet from what was stored', async () => {
    next()
    let stored = () => {}
    storeCode.mockReturnValue(new Promise<void>((resolve) => (stored = resolve)))
    typeBack(code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))
    await vi.waitFor(() => expect(storeCode.mock.calls).toEqual([[made]]))
    expect(recover).not.toHaveBeenCalled()
    stored()
    await vi.waitFor(() =>
      expect(status()).toBe(
        `The code opens ${address}. Your recovery code is complete; keep the paper in a safe place.`,
      ),
    )
    expect(document.activeElement?.textContent).toMatch(/^The code opens/)
    expect(document.documentElement.outerHTML).not.toMatch(/006h|vtqq/i)
  })

  test('error: does not count if the servers refuse it, or if it opens another wallet', async () => {
    next()
    const problem = { type: 'about:blank', title: 'no', status: 403, code: 'login-too-old', requestId: 'r' }
    storeCode.mockRejectedValueOnce(new ServerError(problem as never))
    typeBack(code)
    await vi.waitFor(() => expect(status()).toMatch(/^That took more than ten minutes/))
    recover.mockResolvedValueOnce({ address: '0xother' })
    typeBack(code)
    await vi.waitFor(() => expect(status()).toBe('The code opens another wallet. Make a new one.'))
  })
})
