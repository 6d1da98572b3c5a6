// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { drawSecurityPhrase } from './drawSecurityPhrase.ts'

function open() {
  const root = drawSecurityPhrase(localStorage) as HTMLElement
  document.body.replaceChildren(root)
  const press = () => root.querySelector('button')?.click()
  return {
    root,
    press,
    save(phrase: string) {
      press()
      const input = root.querySelector('input') as HTMLInputElement
      expect(document.activeElement).toBe(input)
      input.value = phrase
      press()
    },
  }
}

afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

describe('drawSecurityPhrase', () => {
  test('behavior: a phrase is chosen, shown by the next window, changed and removed', () => {
    const first = open()
    expect(first.root.textContent).toBe('Choose a security phrase')
    first.save('  blue heron at seven ')
    expect(first.root.textContent).toBe('Your security phrase: blue heron at sevenChange')
    expect(document.activeElement).toBe(first.root.querySelector('button'))
    const second = open()
    expect(second.root.textContent).toContain('blue heron at seven')
    second.save('')
    expect(open().root.textContent).toBe('Choose a security phrase')
  })

  test('error: a phrase is drawn as text, never as markup', () => {
    const { root, save } = open()
    save('<img src=x onerror=alert(1)>')
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).toContain('<img src=x onerror=alert(1)>')
  })

  test('behavior: without storage there is no phrase', () => {
    expect(drawSecurityPhrase(undefined)).toBeUndefined()
  })
})
