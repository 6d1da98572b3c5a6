// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { drawHeldSecret } from './drawHeldSecret.ts'

const words = 'test test test test test test test test test test test junk'
let drawn: HTMLElement
let button: HTMLButtonElement

beforeEach(() => {
  vi.useFakeTimers()
  drawn = drawHeldSecret({ words })
  document.body.replaceChildren(drawn)
  button = drawn.querySelector('button') as HTMLButtonElement
})
afterEach(() => vi.useRealTimers())

const shown = () => [...drawn.querySelectorAll('li')].map(({ textContent }) => textContent).join(' ')
const press = (event: Event) => button.dispatchEvent(event)

describe('drawHeldSecret', () => {
  test('behavior: shows nothing for ten seconds, whatever is pressed', () => {
    for (let second = 10; second > 0; second -= 1) {
      expect(button.textContent).toBe(second === 1 ? 'Wait 1 second' : `Wait ${second} seconds`)
      press(new Event('pointerdown'))
      press(new KeyboardEvent('keydown', { key: 'Enter' }))
      expect([shown(), button.getAttribute('aria-disabled')]).toEqual(['', 'true'])
      vi.advanceTimersByTime(1000)
    }
    expect([button.textContent, button.hasAttribute('aria-disabled')]).toEqual([
      'Hold to show the twelve words',
      false,
    ])
  })

  test.each(['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur'])(
    'behavior: the words are in the page while the button is held, until %s',
    (end) => {
      vi.advanceTimersByTime(10_000)
      for (const start of [new Event('pointerdown'), new KeyboardEvent('keydown', { key: ' ' })]) {
        press(start)
        expect(shown()).toBe(words)
        press(new Event(end))
        expect([shown(), document.body.textContent?.includes('junk')]).toEqual(['', false])
      }
    },
  )

  test('behavior: the wallet of an imported private key has a key, and no words', () => {
    const privateKey = `0x${'ab'.repeat(32)}`
    drawn = drawHeldSecret({ privateKey })
    document.body.replaceChildren(drawn)
    button = drawn.querySelector('button') as HTMLButtonElement
    vi.advanceTimersByTime(10_000)
    expect(button.textContent).toBe('Hold to show the private key')
    expect(drawn.textContent).not.toContain('twelve')
    press(new Event('pointerdown'))
    expect(drawn.querySelector('code')?.textContent).toBe(privateKey)
    press(new Event('pointerup'))
    expect(drawn.textContent).not.toContain(privateKey)
  })
})
