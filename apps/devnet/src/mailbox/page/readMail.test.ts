import { describe, expect, test } from 'vitest'
import { readCode, readLink } from './readMail.js'

const mail = (line: string) =>
  `Someone is signing in to http://localhost:4400 with this e-mail address.\r\n\r\n${line}\r\n\r\nIf this was not you, ignore this mail.\r\n`

describe('readLink', () => {
  test('behavior: the link of its own line, not the site named in a sentence', () => {
    const link = 'http://wallet.localhost:4402/device#RYA6OrilPico-6kI9NBHC3kvx9npRkkaIBw0XhhXzwI'
    expect(readLink(mail(link))).toBe(link)
  })

  test.each(['K7M2QX', 'javascript:alert(1)', 'https://', 'ftp://wallet.localhost/'])(
    'error: no link in a mail with %s',
    (line) => {
      expect(readLink(mail(line))).toBeUndefined()
    },
  )
})

describe('readCode', () => {
  test.each(['123456', 'K7M2QX', 'K7M2-QX9A-BCDE'])('behavior: %s', (code) => {
    expect(readCode(mail(code))).toBe(code)
  })

  test.each(['12345', 'K7M2QI', 'the code is 123456'])('error: no code in a mail with %s', (line) => {
    expect(readCode(mail(line))).toBeUndefined()
  })
})
