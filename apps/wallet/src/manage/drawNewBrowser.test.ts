// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ServerUnreachableError } from '../session/ServerError.ts'
import { drawNewBrowser } from './drawNewBrowser.ts'
import { formatTime } from './formatTime.ts'

const client = { allowLinks: vi.fn() }
let section: HTMLElement

beforeEach(() => {
  client.allowLinks.mockReset()
  section = drawNewBrowser({ client })
  document.body.replaceChildren(section)
})

const button = () => section.querySelector('button') as HTMLButtonElement
const status = () => section.querySelector('[role=status]')?.textContent

describe('drawNewBrowser', () => {
  test('behavior: allows links when the button is pressed, and says until when', async () => {
    const until = '2026-11-22T10:10:00.000Z'
    let answer = (_: string) => {}
    client.allowLinks.mockReturnValue(new Promise<string>((resolve) => (answer = resolve)))
    expect(client.allowLinks).not.toHaveBeenCalled()
    button().focus()
    button().click()
    // A second press while the vault has not answered sends nothing.
    button().click()
    expect(button().getAttribute('aria-disabled')).toBe('true')
    answer(until)
    await vi.waitFor(() =>
      expect(status()).toBe(`Until ${formatTime(until)}, a new browser gets a link for your address.`),
    )
    expect(client.allowLinks).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-disabled')).toBeNull()
  })

  test('error: says so if the vault cannot be reached, and can be pressed again', async () => {
    client.allowLinks.mockRejectedValue(new ServerUnreachableError({ server: 'https://vault.example' }))
    button().click()
    await vi.waitFor(() => expect(status()).toContain('can’t be reached'))
    expect(button().textContent).toBe('Let a new browser in')
    client.allowLinks.mockRejectedValue(new Error('unexpected'))
    button().click()
    await vi.waitFor(() => expect(status()).toBe('That did not work. Try again.'))
  })
})
