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
