import { describe, expect, test } from 'vitest'
import { findMailbox } from './findMailbox.ts'

describe('findMailbox', () => {
  test.each([
    ['ada@gmail.com', 'https://mail.google.com/'],
    ['Ada@GMAIL.com', 'https://mail.google.com/'],
    ['ada@hotmail.com', 'https://outlook.live.com/mail/'],
    ['"a@gmail.com"@pm.me', 'https://mail.proton.me/'],
  ])('behavior: %s is read at %s', (email, href) => {
    expect(findMailbox(email)?.href).toBe(href)
  })

  test.each(['ada@example.org', 'ada@gmail.com.example.org', 'ada@mail.gmail.com', 'gmail', ''])(
    'behavior: %s belongs to no known provider',
    (email) => {
      expect(findMailbox(email)).toBeUndefined()
    },
  )
})
