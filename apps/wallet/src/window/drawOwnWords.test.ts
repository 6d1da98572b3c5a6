// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { drawOwnWords } from './drawOwnWords.ts'

function open() {
  const root = drawOwnWords(localStorage) as HTMLElement
  document.body.replaceChildren(root)
  const press = () => root.querySelector('button')?.click()
  return {
    root,
    press,
    keep(words: string) {
      press()
      const input = root.querySelector('input') as HTMLInputElement
      expect(document.activeElement).toBe(input)
      input.value = words
      press()
    },
  }
}

afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

describe('drawOwnWords', () => {
  test('behavior: words are chosen, shown by the next window, changed and given up', () => {
    const first = open()
    expect(first.root.textContent).toBe('Choose words that only this window shows')
    first.keep('  blue heron at seven ')
    expect(first.root.textContent).toBe('Your own words: blue heron at sevenChange them')
    expect(document.activeElement).toBe(first.root.querySelector('button'))
    const second = open()
    expect(second.root.textContent).toContain('blue heron at seven')
    second.keep('')
    expect(open().root.textContent).toBe('Choose words that only this window shows')
  })

  test('error: words are text, whatever is in them', () => {
    const { root, keep } = open()
    keep('<img src=x onerror=alert(1)>')
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).toContain('<img src=x onerror=alert(1)>')
  })

  test('behavior: without storage there are none', () => {
    expect(drawOwnWords(undefined)).toBeUndefined()
  })
})
