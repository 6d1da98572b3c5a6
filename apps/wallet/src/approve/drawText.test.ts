// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { showLanguage } from '../language/language.ts'
import { drawText } from './drawText.ts'

afterEach(() => showLanguage({ tag: 'en', groups: {} }))

describe('drawText', () => {
  test('behavior: what the wallet wrote has the direction of its language, though it begins with a value', () => {
    const sentence = 'ETH، حتى المبلغ'
    expect(drawText(sentence, { isOwn: true }).dir).toBe('')
    showLanguage({ tag: 'ar', groups: { approve: {} } })
    expect(drawText(sentence, { isOwn: true }).dir).toBe('rtl')
    expect(drawText('0.002 ETH', { isOwn: true }).dir).toBe('')
    expect(drawText(sentence).dir).toBe('')
  })
})
