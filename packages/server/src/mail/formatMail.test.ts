import { expect, test } from 'vitest'
import { formatMail } from './formatMail.ts'

test('behavior: writes a code and a link on lines of their own', () => {
  const { text, html } = formatMail({
    to: 'ada@example.com',
    subject: 'Hello',
    parts: [{ paragraph: 'One.' }, { code: '012345' }, { link: 'https://shop.example/#a', label: 'Open' }],
  })
  expect(text).toBe('One.\n\n012345\n\nhttps://shop.example/#a\n')
  expect(html).toContain('letter-spacing:4px" dir="ltr">012345</p>')
  expect(html).toContain('<a href="https://shop.example/#a">Open</a>')
})

test('behavior: a mail says in which language it is, and in which direction that is written', () => {
  const mail = { to: 'ada@example.com', subject: 'x', parts: [] }
  expect(formatMail(mail).html).toContain('<html lang="en">')
  expect(formatMail({ ...mail, lang: 'he', dir: 'rtl' }).html).toContain('<html lang="he" dir="rtl">')
})

test('error: no part can add HTML', () => {
  const evil = `'"><script>&`
  const { html } = formatMail({
    to: 'ada@example.com',
    subject: evil,
    parts: [{ paragraph: evil }, { code: evil }, { link: evil, label: evil }],
  })
  expect(html).not.toContain('<script')
  expect(html.split('&#39;&quot;&gt;&lt;script&gt;&amp;')).toHaveLength(7)
})
