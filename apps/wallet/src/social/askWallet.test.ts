// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { Surface, SurfaceView } from '../ui/Surface.ts'
import { askWallet } from './askWallet.ts'

const email = 'ada@example.org'

function open() {
  const shown: (SurfaceView | undefined)[] = []
  const surface: Surface = {
    show(view) {
      shown.push(view)
      document.body.replaceChildren(view.element)
    },
    hide: () => void shown.push(undefined),
  }
  const step = askWallet({ provider: 'google', email }, { surface })
  const press = (label: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click()
  return { ...step, shown, press }
}

describe('askWallet', () => {
  test('behavior: names the address and what each answer does, and has no preselected answer', () => {
    const { shown } = open()
    expect(shown.at(-1)?.name).toBe('code')
    expect(document.body.textContent).toContain(`Log in with ${email} once, and Google opens it from now on.`)
    expect(document.body.textContent).toContain('Otherwise Google gets a new, empty wallet.')
    expect(document.activeElement?.textContent).toBe('You already have a wallet here')
  })

  test.each([
    ['Use that wallet', true],
    ['Make a new one', false],
  ])('behavior: %s', async (label, isUsed) => {
    const { answer, press, shown } = open()
    press(label)
    expect(await answer).toBe(isUsed)
    expect(shown.at(-1)).toBeUndefined()
  })

  test('error: a step that is closed has no answer', async () => {
    const { answer, close, shown } = open()
    close()
    await expect(answer).rejects.toMatchObject({ code: 'login-cancelled' })
    expect(shown.at(-1)).toBeUndefined()
  })
})
