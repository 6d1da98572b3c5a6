import { describe, expect, test } from 'vitest'
import { listTexts } from '../server/readEnglish.ts'

const texts = await listTexts()
const english = texts.flatMap((text) => Object.entries<string | object>(text.english))

describe('the texts of the wallet site', () => {
  test('behavior: each ID is there once', () => {
    const ids = english.map(([id]) => id)
    expect(ids.length).toBeGreaterThan(400)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('behavior: each is a whole sentence, label or clause, so that it can be translated', () => {
    const glued = english.filter(([, text]) =>
      Object.values(typeof text === 'string' ? [text] : text).some((form) => /^[\s,.;:]|\s$|^$/.test(form)),
    )
    expect(glued).toEqual([])
  })
})
