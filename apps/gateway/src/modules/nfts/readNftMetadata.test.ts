import { describe, expect, test } from 'vitest'
import { readNasty } from '../../testing/readNasty.ts'
import { readInlineMetadata, readNftMetadata } from './readNftMetadata.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const svgUri = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const base64 = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`
const read = (value: unknown) => readNftMetadata(Buffer.from(JSON.stringify(value)))
const nothing = { name: null, description: null, image: null }

describe('readInlineMetadata', () => {
  test('behavior: base64, percent-encoded and plain JSON', () => {
    const json = { name: 'Arch #1', description: 'An arch.', image: svgUri }
    const text = JSON.stringify(json)
    for (const uri of [
      base64(json),
      `data:application/json,${encodeURIComponent(text)}`,
      `data:application/json;utf8,${text}`,
    ])
      expect(readInlineMetadata(uri)).toEqual(json)
  })

  test('behavior: keeps a bare % in plain JSON', () => {
    expect(readInlineMetadata('data:application/json,{"name":"100% pure"}').name).toBe('100% pure')
  })

  test.each([
    ['nothing', undefined],
    ['an address on the web', 'https://evil.example/1.json'],
    ['an address inside', 'http://127.0.0.1:4401/metrics'],
    ['a file', 'file:///etc/passwd'],
    ['ipfs', 'ipfs://Qm/1'],
    ['no JSON', 'data:application/json,{"name":'],
    ['a list', 'data:application/json,[1,2]'],
    ['null', 'data:application/json,null'],
    ['no comma', 'data:application/json;base64'],
    ['3 MiB', `data:application/json,"${'a'.repeat(3 * 1024 * 1024)}"`],
  ])('error: %s yields no metadata', (_, uri) => {
    expect(readInlineMetadata(uri)).toMatchObject(nothing)
  })
})

describe('readNftMetadata', () => {
  test('behavior: re-encodes inline images of any encoding', () => {
    expect(read({ image: `data:image/svg+xml;utf8,${svg}` })?.image).toBe(svgUri)
    expect(read({ image: `data:image/svg+xml,${encodeURIComponent(svg)}` })?.image).toBe(svgUri)
    expect(read({ image_data: svg })?.image).toBe(svgUri)
  })

  test.each(['https://example.com/a.png', 'http://example.com/a.png', 'ipfs://Qm/1.png', 'ar://abc'])(
    'behavior: keeps the URL %s for the image service',
    (image) => {
      expect(read({ image })?.image).toBe(image)
      expect(read({ image_url: image })?.image).toBe(image)
    },
  )

  test('error: invalid JSON, and JSON that is not an object', () => {
    for (const text of ['', '{"name":', '[1,2]', 'null', '"a"', '7'])
      expect(readNftMetadata(Buffer.from(text))).toBeUndefined()
  })

  test('error: fields of a wrong type count as absent', () => {
    expect(read({ name: { toString: 'x' }, description: 7, image: [svgUri] })).toEqual(nothing)
    expect(read({ name: 'a', description: 7 })).toEqual({ ...nothing, name: 'a' })
  })

  test('error: truncates names to 120 characters and removes control and bidi characters', () => {
    const name = read({ name: `\u202eevil\u0007 ${'x'.repeat(100_000)}` })?.name
    expect(name).toMatch(/^evil x+$/)
    expect(name).toHaveLength(120)
  })

  test.each([
    'data:text/html,<script>alert(1)</script>',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://example.com/a.png" onerror="alert(1)',
    'https://example.com/\na.png',
    `https://example.com/${'a'.repeat(3000)}`,
    'data:image/png"onerror=alert(1),x',
    `data:image/png;base64,${'A'.repeat(600 * 1024)}`,
  ])('error: no image from %.40s', (image) => {
    expect(read({ image })?.image).toBeNull()
  })

  const nasty = readNasty()
  test.skipIf(nasty.length === 0)(
    'error: nasty strings in every field (skipped without published vectors, set VECTORS_DIR)',
    () => {
      for (const { value } of nasty) {
        const metadata = read({ name: value, description: value, image: value })
        for (const text of [metadata?.name, metadata?.description])
          expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cs}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u)
        expect(metadata?.name?.length ?? 0).toBeLessThanOrEqual(240)
        expect(metadata?.image ?? 'https://a').toMatch(
          /^(data:image\/[a-z0-9.+-]+;base64,[\w+/=]*|(https?|ipfs|ar):\/\/[^\s"'<>\\]+)$/i,
        )
      }
    },
  )
})
