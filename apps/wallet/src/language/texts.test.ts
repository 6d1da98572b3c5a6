import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message, Messages } from '@portico/i18n'
import { isLanguageTag } from '@portico/i18n'
import { describe, expect, test } from 'vitest'
import { approveText } from '../approve/copy.ts'
import { deviceText } from '../device/copy.ts'
import { codeText } from '../login/copy.ts'
import { linkText } from '../login/linkCopy.ts'
import { manageText } from '../manage/copy.ts'
import { exportText } from '../manage/export/copy.ts'
import { importText } from '../manage/imports/copy.ts'
import { loginsText } from '../manage/logins/copy.ts'
import { moveText } from '../manage/move/copy.ts'
import { recoveryText } from '../manage/recovery/copy.ts'
import { permissionText } from '../requests/permissions/copy.ts'
import { solanaText } from '../requests/solana/copy.ts'
import { socialText } from '../social/copy.ts'

const texts = [
  approveText,
  permissionText,
  solanaText,
  manageText,
  loginsText,
  exportText,
  importText,
  moveText,
  recoveryText,
  codeText,
  linkText,
  deviceText,
  socialText,
]
const locales = join(import.meta.dirname, '../locales')
const translations = globSync('*/{approve,login,manage}.json', { cwd: locales })
const english = texts.flatMap((text) => Object.entries<string | object>(text.english))

const formsOf = (message: Message): readonly string[] => {
  if (typeof message === 'string') return [message]
  const { plural: _, ...forms } = message
  return Object.values(forms)
}
const placeholdersOf = (message: Message) =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort().join()

function isTranslation(message: Message, original: Message | undefined, tag: string): boolean {
  if (original === undefined || placeholdersOf(message) !== placeholdersOf(original)) return false
  if (typeof message === 'string') return typeof original === 'string'
  const { plural, ...forms } = message
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
  const isComplete = pluralCategories.every((category) => category in forms)
  return typeof original === 'object' && plural === original.plural && isComplete
}

test('error: a translation without a placeholder, or without a plural form of its language, is refused', () => {
  expect(isTranslation('{a} b', '{a} c', 'de')).toBe(true)
  expect(isTranslation('b', '{a} c', 'de')).toBe(false)
  expect(isTranslation('{b}', '{a} c', 'de')).toBe(false)
  const forms = { plural: 'a', one: '{a} b', other: '{a} c' }
  expect(isTranslation(forms, forms, 'de')).toBe(true)
  expect(isTranslation(forms, forms, 'pl')).toBe(false)
  expect(isTranslation('{a} b', forms, 'ja')).toBe(false)
})

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

  test('behavior: translations have IDs of their group, its placeholders, and the plural forms of the language', () => {
    const wrong = translations.flatMap((path) => {
      const [tag = '', file = ''] = path.split('/')
      const messages: Messages = JSON.parse(readFileSync(join(locales, path), 'utf8'))
      const group = texts.filter((text) => file === `${text.group}.json`)
      const original: Messages = Object.assign({}, ...group.map((text) => text.english))
      return Object.entries(messages)
        .filter(([id, message]) => !isLanguageTag(tag) || !isTranslation(message, original[id], tag))
        .map(([id]) => `${path}: ${id}`)
    })
    expect(wrong).toEqual([])
  })
})
